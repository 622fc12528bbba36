/// The outcome of converting the text of a date to the stored form.
public enum DateOutcome: Sendable, Hashable {
  /// The text already is the stored form; nothing was written.
  case alreadyCanonical
  /// The 24 bytes of the stored form were written.
  case written
  /// The text is no date of the format.
  case invalid
}
