import Foundation

/// How far a sync is.
public struct SyncStep: Sendable, Hashable {
  /// What is being done.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Requests whose outcome is not known are settled.
    case settling
    /// Records come.
    case pulling
    /// Records that were named and have not come are asked for.
    case filling
    /// Records are sent.
    case pushing
  }

  /// What is being done.
  public var phase: Phase
  /// The entity, or for links `Note.tags`; nil where it is about none.
  public var entity: String?
  /// How many records of it are done.
  public var completed: Int
  /// How many there are, where that is known.
  public var total: Int?
}

/// Tells how far a sync is. The closure is called on any thread, one call at a time.
public final class SyncProgress: Sendable {
  private let report: @Sendable (SyncStep) -> Void
  /// Keeps calls apart.
  private let order = NSLock()

  /// Creates it.
  public init(_ report: @escaping @Sendable (SyncStep) -> Void) { self.report = report }

  func tell(_ step: SyncStep) { order.withLock { report(step) } }
}
