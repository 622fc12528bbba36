/// What ``WriteTransaction/rekey(_:from:to:)`` did.
public enum RekeyOutcome: String, Sendable, Hashable, CaseIterable {
  /// Nothing: the keys are the same.
  case unchanged
  /// The row has the new key.
  case rekeyed
  /// A row with the new key existed. It has taken over the links of the old row.
  case merged
}
