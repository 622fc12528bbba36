/// What ``WriteTransaction/rekey(_:from:to:)`` did.
public enum RekeyOutcome: String, Sendable, Hashable, CaseIterable {
  /// Nothing: the keys are the same.
  case unchanged
  /// The row has the new key.
  case rekeyed
  /// There was a row with the new key, which has taken over the links of the other one.
  case merged
}
