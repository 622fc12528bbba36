import Foundation

/// The participants of a store, in the order in which they were added.
final class ParticipantRegistry: @unchecked Sendable {
  /// Guards `list`.
  private let lock = NSLock()
  private var list: [any CommitParticipant] = []

  var all: [any CommitParticipant] { lock.withLock { list } }

  func add(_ participant: any CommitParticipant, unless isThere: (any CommitParticipant) -> Bool) {
    lock.withLock {
      if !list.contains(where: isThere) { list.append(participant) }
    }
  }

  func remove(_ participant: any CommitParticipant) {
    lock.withLock { list.removeAll { $0 === participant } }
  }
}

extension Store {
  /// Adds a participant after the others, for transactions that begin after this call. The store keeps it until it is removed.
  /// Adding it twice has no effect.
  public func add(participant: any CommitParticipant) {
    participants.add(participant, unless: { $0 === participant })
  }

  /// Adds a participant, unless the store has one that does the same.
  package func add(
    participant: any CommitParticipant, unless doesTheSame: (any CommitParticipant) -> Bool
  ) {
    participants.add(participant, unless: doesTheSame)
  }

  /// Removes a participant, for transactions that begin after this call.
  public func remove(participant: any CommitParticipant) { participants.remove(participant) }
}
