import RowsmithModel

/// An attribute, of an entity or of a value, made from the values at a place.
struct MadeAttribute {
  var draft: MemberDraft
  /// The words, if the type is a list of words.
  var values: [String]?
  /// A comment about the words.
  var remark: String?
  var dateFormat: String?
  /// Whether no value was seen that shows the type.
  var isUnknown = false

  /// - Parameters:
  ///   - path: the keys that lead to the value, from the owner of the attribute.
  ///   - isKey: whether it is the primary key, which is never optional and never an enum.
  init(_ place: MemberPlace, name: String, path: [String], isKey: Bool = false) {
    draft = MemberDraft(name: name, type: "JSON")
    draft.importName = path.map { ImportName.escaped($0) }.joined(separator: ".")
    draft.isOptional = place.isOptional && !isKey
    let choice = AttributeChoice(place: place).decide()
    var element = choice.element
    // Two texts of one instant are two keys.
    if isKey, element.type == "Date", let strings = place.scalars.strings, !strings.dates.isExact {
      element = TypeChoice(type: "String", remark: "a date, of which the type Date would not keep everything")
    }
    draft.type = choice.isList ? "[\(element.type)]" : element.type
    if let format = element.dateFormat {
      draft.settings.append(YAMLEntryDraft("DateFormat", .text(format)))
      dateFormat = format
    }
    if element.coerces { draft.settings.append(YAMLEntryDraft("coerce", .plain("true"))) }
    if !isKey { values = element.values }
    remark = element.remark
    var remarks = [element.remark].compactMap { $0 }
    let isNull = place.nulls == place.present
    if draft.isOptional, !isNull { remarks.append(place.absence) }
    if !remarks.isEmpty { draft.comment = remarks.joined(separator: "; ") }
    isUnknown = isNull || place.objects == 0 && place.scalars.scalars == 0 && place.listItems.present == 0
  }
}

extension MemberPlace {
  /// The words at a place, if they are few.
  var words: [String]? {
    let texts = arrays > 0 ? listItems.scalars.strings : scalars.strings
    return texts?.values?.map(\.text)
  }

  /// `null in 12 %`, `missing in 3 of 7`.
  var absence: String {
    let missing = max(0, total - present)
    if nulls == 0 { return "missing in \(Amount.share(missing, of: total))" }
    if missing == 0 { return "null in \(Amount.share(nulls, of: total))" }
    return "null or missing in \(Amount.share(nulls + missing, of: total))"
  }
}
