/// Steps that run in the transaction of an import, before and after it.
package struct ImportSteps: Sendable {
  /// Called before the import.
  package var before: (@Sendable (WriteTransaction) throws -> Void)?
  /// Called after the import. If it throws, the whole transaction is rolled back.
  package var after: (@Sendable (WriteTransaction, ImportReport) throws -> Void)?

  /// Creates steps.
  package init(
    before: (@Sendable (WriteTransaction) throws -> Void)? = nil,
    after: (@Sendable (WriteTransaction, ImportReport) throws -> Void)? = nil
  ) {
    self.before = before
    self.after = after
  }
}
