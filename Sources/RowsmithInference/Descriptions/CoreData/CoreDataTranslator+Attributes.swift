import Foundation
import RowsmithModel
import RowsmithSchema

extension CoreDataTranslator {
  /// The draft of an attribute; `nil`, with a note, if it is not stored.
  mutating func attribute(
    _ attribute: CoreDataModel.Member, of entity: CoreDataModel.Entity, isKey: Bool
  ) -> MemberDraft? {
    let place = place(entity, attribute)
    if attribute.settings.isOn("transient") {
      note(place, "is transient, so nothing stores it; make it a computed property of the record")
      return nil
    }
    if attribute.settings.isOn("derived") {
      let expression = attribute.settings["derivationExpression"] ?? "an expression"
      note(place, "is derived (\(expression)); make it a computed property of the record")
      return nil
    }
    guard let type = type(of: attribute, place) else {
      note(place, "its type '\(attribute.settings["attributeType"] ?? "none")' is not known; left out")
      return nil
    }
    var member = MemberDraft(
      name: members[entity.name]?[attribute.name] ?? Self.kept(attribute.name), type: type)
    member.isOptional = attribute.isOptional && !isKey
    if isKey, attribute.isOptional { member.comment = "was optional" }
    naming(&member, attribute, entity)
    let isPart = entities[entity.name] == nil
    // A path that another library names goes before Groot's.
    if UserInfo.isLocal(attribute), UserInfo.paths(of: attribute).isEmpty, !isKey, !isPart {
      `default`(&member, attribute, place)
      makeLocal(&member)
    } else {
      dates(&member, attribute, place)
      if !isKey { `default`(&member, attribute, place) }
      transform(&member, attribute, place, isPart: isPart)
    }
    let limits = ["minValueString", "maxValueString", "regularExpressionString"].filter {
      attribute.settings[$0] != nil
    }
    if !limits.isEmpty { note(place, "its limits (\(limits.joined(separator: ", "))) are not checked") }
    if attribute.info["useDefaultValueWhenNotPresent"] != nil {
      note(place, "a key that is missing leaves the value as it is; the default is for new records")
    }
    return member
  }

  /// Makes an attribute that JSON never has one of the app alone. Records without it can be inserted.
  private func makeLocal(_ member: inout MemberDraft) {
    member.importName = nil
    if !member.isOptional, !member.settings.contains(where: { $0.key == "default" }) {
      member.isOptional = true
      member.comment = "was required"
    }
    member.settings.append(YAMLEntryDraft("local", .plain("true")))
  }

  /// Whether an attribute is stored as a single value, so that a key can name it.
  static func canBeKey(_ attribute: CoreDataModel.Member) -> Bool {
    singleType(of: attribute) != nil && !["transient", "derived"].contains(where: attribute.settings.isOn)
  }

  /// The type of an attribute with a single value; `nil` for any other.
  private static func singleType(of attribute: CoreDataModel.Member) -> String? {
    switch attribute.settings["attributeType"] {
    case "Integer 16", "Integer 32", "Integer 64": "Int"
    case "Decimal": "Decimal"
    case "Double", "Float": "Double"
    case "String": "String"
    case "Boolean": "Bool"
    case "Date": "Date"
    case "Binary", "Binary Data": "Data"
    case "UUID": "UUID"
    case "URI": "URL"
    default: nil
    }
  }

  private mutating func type(of attribute: CoreDataModel.Member, _ place: String) -> String? {
    if let type = Self.singleType(of: attribute) { return type }
    switch attribute.settings["attributeType"] {
    case "Composite": return attribute.settings["compositeName"].flatMap { names[$0] }
    case "Transformable":
      let name = attribute.info["attributeValueClassName"] ?? attribute.settings["customClassName"]
      let lists = ["[String]", "[Int]", "[Double]", "[Bool]", "[Date]", "[URL]", "[UUID]"]
      if let name, lists.contains(name) { return name }
      note(
        place,
        "is transformable\(name.map { " (\($0))" } ?? ""): kept as JSON, of which the app makes its value")
      return "JSON"
    default: return nil
    }
  }

  private mutating func dates(_ member: inout MemberDraft, _ attribute: CoreDataModel.Member, _ place: String)
  {
    let formats = UserInfo.dateFormats(of: attribute)
    guard !formats.isEmpty, member.type == "Date" else { return }
    let usable = formats.filter(Self.isDateFormat)
    for format in formats where !Self.isDateFormat(format) {
      note(place, "the date format '\(format)' is not understood; left out")
    }
    guard let first = usable.first else { return }
    let value: YAMLDraft = usable.count == 1 ? .text(first) : .list(usable.map { .text($0) })
    member.settings.append(YAMLEntryDraft("DateFormat", value))
  }

  private static func isDateFormat(_ text: String) -> Bool {
    DateFormatName.names.contains(text) || (try? CompiledDateFormat(.pattern(text))) != nil
  }

  private mutating func `default`(
    _ member: inout MemberDraft, _ attribute: CoreDataModel.Member, _ place: String
  ) {
    if member.type == "Date" {
      guard let text = attribute.settings["defaultDateTimeInterval"], let seconds = Double(text),
        seconds.isFinite
      else { return }
      let time = Date(timeIntervalSinceReferenceDate: seconds).timeIntervalSince1970 * 1000
      // Beyond the years 1 to 9999, and within 64 bits.
      let milliseconds = Int64(max(-1e15, min(1e15, time)).rounded())
      member.settings.append(
        YAMLEntryDraft("default", .text(CompiledDateFormat.iso8601.string(milliseconds: milliseconds))))
      return
    }
    // An empty text is a default; of other types it is none.
    guard let text = attribute.settings.values["defaultValueString"], !text.isEmpty || member.type == "String"
    else { return }
    let value: YAMLDraft? =
      switch member.type {
      case "Int": Int64(text).map { .plain("\($0)") }
      case "Double": Double(text).flatMap { $0.isFinite ? .plain(text) : nil }
      case "Decimal": text.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" } ? .plain(text) : nil
      case "Bool": ["YES", "1", "TRUE"].contains(text.uppercased()) ? .plain("true") : .plain("false")
      case "String": .text(text)
      case "UUID": UUID(uuidString: text).map { .text($0.uuidString) }
      default: nil
      }
    if let value {
      member.settings.append(YAMLEntryDraft("default", value))
    } else {
      note(place, "the default '\(text)' is left out")
    }
  }

  private mutating func transform(
    _ member: inout MemberDraft, _ attribute: CoreDataModel.Member, _ place: String, isPart: Bool
  ) {
    guard let name = attribute.info["JSONTransformerName"] else { return }
    let ours = SwiftNames.property(forKey: name)
    // No app transforms a part of a value.
    guard SwiftNames.isIdentifier(ours), !isPart else {
      return note(place, "the transformer '\(name)' is left out")
    }
    member.settings.append(YAMLEntryDraft("Transform", .plain(ours)))
  }
}
