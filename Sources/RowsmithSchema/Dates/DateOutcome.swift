/// What became of a date's text on its way to the stored form.
public enum DateOutcome: Sendable, Hashable {
  /// The text is the stored form as it is; nothing was written.
  case alreadyCanonical
  /// The 24 bytes of the stored form were written.
  case written
  /// The text is no date of the format.
  case invalid
}
