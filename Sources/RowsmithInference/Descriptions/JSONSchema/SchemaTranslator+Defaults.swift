import Foundation
import RowsmithModel
import RowsmithSchema

extension SchemaTranslator {
  /// A default in the notation of the model; `nil` if the attribute's type has no such value.
  func `default`(_ value: DescriptionValue, _ member: SchemaMember, _ facts: SchemaFacts) -> YAMLDraft? {
    switch (member.type, value) {
    case ("Int", .number(let text)):
      (Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }).map { .plain("\($0)") }
    case ("Double", .number(let text)): Double(text)?.isFinite == true ? .plain(text) : nil
    case ("Decimal", .number(let text)): Self.isDecimal(text) ? .plain(text) : nil
    case ("Int", .text(let text)) where facts.types == ["string"]: Int64(text).map { .plain("\($0)") }
    case ("Double", .text(let text)) where facts.types == ["string"],
      ("Decimal", .text(let text)) where facts.types == ["string"]:
      Self.isDecimal(text) ? .plain(text) : nil
    case ("Bool", .bool(let bool)): .plain(bool ? "true" : "false")
    case ("String", .text(let text)): .text(text)
    case ("UUID", .text(let text)): UUID(uuidString: text).map { _ in .text(text) }
    case ("Date", .text(let text)): Self.isDate(text, member) ? .text(text) : nil
    case (_, .text(let text)):
      facts.allowed?.contains(value) == true && !member.type.hasPrefix("[") ? .text(text) : nil
    case (_, .list(let items)): list(items, member, facts)
    default: nil
    }
  }

  private func list(_ values: [DescriptionValue], _ member: SchemaMember, _ facts: SchemaFacts) -> YAMLDraft?
  {
    guard member.type.hasPrefix("["), let items = facts.items.map(self.facts(of:)) else { return nil }
    let item = SchemaMember(String(member.type.dropFirst().dropLast()), member.settings)
    let drafts = values.compactMap { self.default($0, item, items) }
    return drafts.count == values.count ? .list(drafts) : nil
  }

  private static func isDecimal(_ text: String) -> Bool { text.wholeMatch(of: /-?\d+(\.\d+)?/) != nil }

  private static func isDate(_ text: String, _ member: SchemaMember) -> Bool {
    if CompiledDateFormat.iso8601.milliseconds(parsing: text) != nil { return true }
    return member.settings.contains { setting in
      guard setting.key == "DateFormat", case .text(let pattern) = setting.value else { return false }
      return (try? CompiledDateFormat(.pattern(pattern)))?.milliseconds(parsing: text) != nil
    }
  }
}
