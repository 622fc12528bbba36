public import Foundation
import RowsmithSchema

/// Why a database was not migrated to a model. The database is unchanged.
public struct MigrationError: Error, Sendable, Hashable {
  /// The kind of obstacle.
  public enum Reason: Sendable, Hashable {
    /// Data would be lost: ``MigrationPlan/losses``.
    case wouldLoseData
    /// Something is in the way: ``MigrationPlan/refusals``.
    case impossible
    /// The database belongs to another model: neither its name nor any entity is the same.
    case otherModel
    /// A later version of Rowsmith made the database, or the model that is stored in it cannot be read.
    case unknownVersion
    /// Objects that Rowsmith did not make, for instance a view, are in the way: ``MigrationPlan/refusals``.
    case unmanagedObject
    /// The result was not as planned; it was rolled back.
    case verification
  }

  /// The kind of obstacle.
  public var reason: Reason
  /// What happened and what to do.
  public var message: String
  /// What would be done; empty if no plan was made.
  public var plan: MigrationPlan

  /// Creates an error.
  public init(_ reason: Reason, _ message: String, plan: MigrationPlan = MigrationPlan()) {
    self.reason = reason
    self.message = message
    self.plan = plan
  }
}

extension MigrationError: CustomStringConvertible {
  /// The message, then everything that would be lost or is in the way, each on its own line.
  public var description: String {
    ([message] + findings.map { "  \($0)" }).map { $0.escapedForDisplay() }.joined(separator: "\n")
  }

  /// What would be lost or is in the way.
  private var findings: [MigrationPlan.Finding] {
    switch reason {
    case .wouldLoseData: plan.losses
    case .impossible, .unmanagedObject: plan.refusals + plan.losses
    default: []
    }
  }
}

extension MigrationError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }

  /// Everything that would be lost or is in the way; `nil` if no plan was made.
  public var failureReason: String? {
    findings.isEmpty ? nil : findings.map { "\($0)".escapedForDisplay() }.joined(separator: "; ")
  }

  /// What to write in the model, if data would be lost.
  public var recoverySuggestion: String? {
    guard reason == .wouldLoseData else { return nil }
    return "Give former names with RenamedFrom in the model, or allow the loss."
  }
}
