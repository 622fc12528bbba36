import Foundation

/// The progress of a sync.
public struct SyncStep: Sendable, Hashable {
  /// The phase of a sync.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Settling requests whose outcome is unknown.
    case settling
    /// Pulling records.
    case pulling
    /// Fetching missing records that others refer to.
    case filling
    /// Pushing changes.
    case pushing
  }

  /// The current phase.
  public var phase: Phase
  /// The entity, or `Note.tags` for links; `nil` if the step is not about one.
  public var entity: String?
  /// How many records are done.
  public var completed: Int
  /// How many there are in all, if known.
  public var total: Int?

  /// Creates a step.
  public init(phase: Phase, entity: String? = nil, completed: Int = 0, total: Int? = nil) {
    self.phase = phase
    self.entity = entity
    self.completed = completed
    self.total = total
  }
}

/// Reports the progress of a sync. The closure is called on any thread, but never concurrently.
public final class SyncProgress: Sendable {
  private let report: @Sendable (SyncStep) -> Void
  /// Serialises the calls.
  private let order = NSLock()

  /// Creates it.
  public init(_ report: @escaping @Sendable (SyncStep) -> Void) { self.report = report }

  func tell(_ step: SyncStep) { order.withLock { report(step) } }
}
