/// A change of a member's declaration that makes a model wider.
struct WideningChange {
  /// The member.
  var place: WideningPlace
  /// The new type; `nil` if the member only becomes optional.
  var type: String?
  /// The former type, without `?`; empty if it stays.
  var former: String

  /// The new spelling of the type.
  ///
  /// - Parameter text: the present one.
  func changed(_ text: String) -> String {
    let isOptional = text.hasSuffix("?")
    guard let type else { return isOptional ? text : "\(text)?" }
    return isOptional ? "\(type)?" : type
  }

  /// The settings that the new type does not support.
  var settings: Set<String> {
    type.map { $0.contains("Decimal") ? ["DateFormat"] : ["DateFormat", "coerce"] } ?? []
  }

  /// What happens to the member, for a sentence that begins with its name.
  var words: String {
    guard let type else { return "is now optional" }
    return "is now \(type)" + (former.isEmpty ? "" : ", no longer \(former)")
  }
}
