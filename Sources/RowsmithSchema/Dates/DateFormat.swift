/// How JSON writes a date.
public enum DateFormat: Sendable, Hashable {
  /// ISO 8601 with separators, with an offset and an optional fraction: `2000-08-22T13:28:00Z`.
  case iso8601
  /// ISO 8601 without separators: `20000822T132800Z`.
  case iso8601Basic
  /// Seconds since 1970-01-01T00:00:00Z, with or without a fraction.
  case epochSeconds
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case epochMilliseconds
  /// The date of HTTP and mail: `Tue, 22 Aug 2000 13:28:00 GMT`.
  case rfc1123
  /// A Unicode (UTS #35) pattern such as `yyyy-MM-dd HH:mm:ss Z`. Without a zone the date is UTC.
  case pattern(String)
}
