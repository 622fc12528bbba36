import Foundation
import Rowsmith
import RowsmithModel

/// The type of a column, from its declared type and its values.
struct ColumnType: Equatable {
  /// The type in the modelling language.
  var type: String
  var dateFormats: [String] = []
  var comment: String?

  init(_ type: String, _ dateFormats: [String] = [], comment: String? = nil) {
    self.type = type
    self.dateFormats = dateFormats
    self.comment = comment
  }

  init(of column: DatabaseTable.Column) {
    let declared = column.declared
    let words = Words.of(column.name)
    let samples = column.samples
    func declares(_ names: String...) -> Bool { names.contains { declared.contains($0) } }
    if declares("BOOL") {
      self = Self.bool(samples) ?? Self.plain(column)
    } else if declares("DATE", "TIMESTAMP") {
      self =
        DateColumn.type(
          samples, isDateOnly: declared.hasPrefix("DATE") && !declared.hasPrefix("DATETIME"), isDeclared: true
        )
        ?? Self.plain(column, comment: "declared \(declared)")
    } else if declares("UUID", "GUID", "UNIQUEIDENTIFIER"), samples.allSatisfy(Self.isUUID) {
      self = Self.uuid(samples)
    } else if declares("JSON"), samples.allSatisfy(Self.isJSON) {
      self.init("JSON")
    } else if declared.hasPrefix("TINYINT(1)"), let bool = Self.bool(samples) {
      self = bool
    } else if let date = Self.undeclaredDate(samples, words) {
      self = date
    } else if let first = words.first, ["is", "has", "can", "should", "was"].contains(first), words.count > 1,
      !samples.isEmpty, declares("INT") || declared.isEmpty, let bool = Self.bool(samples)
    {
      self = bool
    } else {
      self = Self.plain(column)
    }
  }

  /// The type of an undeclared date column, if its name and values allow no other meaning.
  private static func undeclaredDate(_ samples: [ForeignDatabase.Value], _ words: [String]) -> ColumnType? {
    guard !samples.isEmpty else { return nil }
    let names: Set<String> = [
      "at", "on", "date", "time", "timestamp", "day", "birthday", "born", "created", "updated", "seen",
      "expires", "until",
    ]
    let isNamed = words.last.map(names.contains) ?? false
    if samples.allSatisfy({ $0.text.map { DateColumn.hasTime($0) } ?? false }) {
      return DateColumn.type(samples, isDateOnly: false, isDeclared: false)
    }
    return isNamed ? DateColumn.type(samples, isDateOnly: false, isDeclared: false) : nil
  }

  private static func bool(_ samples: [ForeignDatabase.Value]) -> ColumnType? {
    samples.allSatisfy { $0 == .integer(0) || $0 == .integer(1) } ? ColumnType("Bool") : nil
  }

  /// A UUID; a text if there are capitals.
  private static func uuid(_ samples: [ForeignDatabase.Value]) -> ColumnType {
    samples.contains { $0.text?.contains(where: \.isUppercase) ?? false }
      ? ColumnType("String", comment: "a UUID with capitals, which the type UUID would write small")
      : ColumnType("UUID")
  }

  static func isUUID(_ value: ForeignDatabase.Value) -> Bool {
    value.text.map { $0.count == 36 && UUID(uuidString: $0) != nil } ?? false
  }

  /// Whether a text is a JSON object or list; a truncated one only has to begin like one.
  static func isJSON(_ value: ForeignDatabase.Value) -> Bool {
    guard let text = value.text, text.first == "{" || text.first == "[" else { return false }
    return text.count >= 4096 || (try? JSONValue(parsing: text)) != nil
  }

  /// The type by affinity (SQLite's "Datatypes", section 3.1), or by the values if they differ.
  private static func plain(_ column: DatabaseTable.Column, comment: String? = nil) -> ColumnType {
    let declared = column.declared
    let kinds = Set(column.samples.map(kind))
    func type(_ expected: String, holds: Set<String>) -> ColumnType {
      if kinds.isSubset(of: holds) { return ColumnType(expected, comment: comment) }
      return ColumnType(
        widest(kinds),
        comment: comment ?? "declared \(declared), holds \(kinds.sorted().joined(separator: " and "))")
    }
    if declared.contains("INT") { return type("Int", holds: ["integers"]) }
    if declared.contains("CHAR") || declared.contains("CLOB") || declared.contains("TEXT") {
      return text(column, type)
    }
    if declared.isEmpty {
      if kinds.isEmpty { return ColumnType("String", comment: "no type, and no rows to infer it from") }
      return ColumnType(
        widest(kinds), comment: kinds.count > 1 ? "holds \(kinds.sorted().joined(separator: " and "))" : nil)
    }
    if declared.contains("BLOB") { return type("Data", holds: ["bytes"]) }
    if declared.contains("REAL") || declared.contains("FLOA") || declared.contains("DOUB") {
      return type("Double", holds: ["integers", "numbers"])
    }
    if declared.contains("DEC") || declared.contains("NUM") || declared.contains("MONEY")
      || declared.contains("CURRENCY")
    {
      let isWhole = declared.contains("NUM") && !declared.contains(",") && kinds == ["integers"]
      if isWhole { return ColumnType("Int", comment: comment) }
      let isNumber =
        column.samples.allSatisfy { $0.text == nil || Double($0.text ?? "") != nil }
        && !kinds.contains("bytes")
      return isNumber ? ColumnType("Decimal", comment: comment) : type("Decimal", holds: [])
    }
    return kinds.isEmpty
      ? ColumnType("String", comment: "declared \(declared)")
      : ColumnType(widest(kinds), comment: comment ?? "declared \(declared)")
  }

  private static func text(
    _ column: DatabaseTable.Column, _ type: (String, Set<String>) -> ColumnType
  ) -> ColumnType {
    let samples = column.samples
    if !samples.isEmpty {
      if samples.allSatisfy(isUUID) { return uuid(samples) }
      if samples.allSatisfy(isJSON) { return ColumnType("JSON") }
    }
    return type("String", ["texts"])
  }

  private static func kind(_ value: ForeignDatabase.Value) -> String {
    switch value {
    case .integer: "integers"
    case .real: "numbers"
    case .text: "texts"
    case .blob: "bytes"
    case .null: "nulls"
    }
  }

  /// The narrowest type that fits all of these kinds.
  private static func widest(_ kinds: Set<String>) -> String {
    if kinds == ["integers"] { return "Int" }
    if kinds.isSubset(of: ["integers", "numbers"]), !kinds.isEmpty { return "Double" }
    if kinds == ["bytes"] { return "Data" }
    return "String"
  }
}
