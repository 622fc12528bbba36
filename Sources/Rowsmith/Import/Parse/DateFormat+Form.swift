import RowsmithSchema

extension DateFormat {
  /// How a date looks, for messages: the format's name in the model language and an example, or the pattern.
  var form: String {
    switch self {
    case .iso8601: "iso8601, such as 2000-08-22T13:28:00Z"
    case .iso8601Basic: "iso8601Basic, such as 20000822T132800Z"
    case .epochSeconds: "epochSeconds, such as 966950880"
    case .epochMilliseconds: "epochMilliseconds, such as 966950880000"
    case .rfc1123: "rfc1123, such as Tue, 22 Aug 2000 13:28:00 GMT"
    case .pattern(let pattern): "'\(pattern)'"
    }
  }
}
