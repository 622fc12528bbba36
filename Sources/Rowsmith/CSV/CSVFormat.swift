/// How a table is written as text: a line of names, then a line for each record.
///
/// Both are read as RFC 4180 says. A field that begins with a double quote goes to the next one that stands alone; two of
/// them are one quote, and separators and line ends between them are text. Lines end with CR LF or LF. A byte order mark
/// before the names is passed over, and so is a line without any character where there is more than one column.
public enum CSVFormat: String, Sendable, Hashable, CaseIterable {
  /// Fields have commas between them. A quote inside a field that does not begin with one is an error.
  case csv
  /// Fields have tabs between them. A quote inside a field that does not begin with one is text.
  case tsv

  /// What stands between two fields.
  package var separator: UInt8 {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    }
  }

  /// What the separator is called in messages.
  var separatorName: String {
    switch self {
    case .csv: "a comma"
    case .tsv: "a tab"
    }
  }
}
