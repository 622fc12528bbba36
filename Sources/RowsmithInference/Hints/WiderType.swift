import Rowsmith
import RowsmithSchema

/// The type that fits both an attribute's values and the contradicting value of a document.
struct WiderType {
  let attribute: Schema.Attribute
  let contradiction: Contradiction
  /// The type inferred from the samples alone.
  let seen: String?
  /// Whether the document has only text.
  let isTable: Bool

  /// The type in the notation of the model, without `?`; `nil` if there is none.
  var name: String? {
    switch attribute.type {
    case .scalar(let type): return wider(type)
    case .array(let type):
      // A list of objects may have any items if one is null; other items are for a person to decide about.
      if case .value = type { return contradiction.isItem && contradiction.found == .null ? "JSON" : nil }
      guard contradiction.isItem, let item = wider(type) else { return "JSON" }
      return item == "JSON" ? item : "[\(item)]"
    }
  }

  private func wider(_ type: Schema.ScalarType) -> String? {
    switch (type, contradiction.found) {
    case (_, .nothing), (.value, _), (.json, _): nil
    // A Double rounds some numbers, so it is chosen only if all samples were seen to fit.
    case (.int, .number): seen == "Double" || seen == "JSON" ? seen : "Decimal"
    case (.double, .number): "Decimal"
    case (.int, .text) where isTable, (.double, .text) where isTable: seen == "Decimal" ? seen : "String"
    case (.decimal, .text) where isTable, (.bool, .text) where isTable: "String"
    // Seconds are numbers, which a String does not accept.
    case (.date, .text): attribute.countsDates ? "JSON" : "String"
    case (.uuid, .text), (.url, .text), (.data, .text), (.enumeration, .text): "String"
    default: "JSON"
    }
  }
}

extension Schema.Attribute {
  /// Whether a format of its dates is a number.
  var countsDates: Bool { dateFormats.contains { [.epochSeconds, .epochMilliseconds].contains($0) } }

  /// Whether its values are dates in text, or lists of them.
  var isDateAsText: Bool { [.scalar(.date), .array(.date)].contains(type) && !countsDates }
}
