import RowsmithSchema

@testable import Rowsmith

extension WriteTransaction {
  /// Runs SQL of the test's own.
  func raw(_ sql: String, _ values: [StoredValue] = []) throws { try connection().run(sql, values) }
}
