/// What is done in the transaction of an import beside it.
package struct ImportSteps: Sendable {
  /// Called before the import.
  package var before: (@Sendable (WriteTransaction) throws -> Void)?
  /// Called when the import has been done. Nothing is kept when it throws.
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
