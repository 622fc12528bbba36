/// The text format of a table: a header line with names, then one line for each record.
///
/// Both formats follow RFC 4180. A field that begins with a double quote ends at the next single one; a doubled quote
/// stands for one quote, and separators and line ends between the quotes are text. Lines end with CR LF or LF. A byte order
/// mark before the header is skipped, and so are empty lines if there is more than one column.
public enum CSVFormat: String, Sendable, Hashable, CaseIterable {
  /// Fields are separated by commas. A quote inside a field that does not begin with one is an error.
  case csv
  /// Fields are separated by tabs. A quote inside a field that does not begin with one is text.
  case tsv

  /// The byte between two fields.
  package var separator: UInt8 {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    }
  }

  /// The separator's name in messages.
  var separatorName: String {
    switch self {
    case .csv: "a comma"
    case .tsv: "a tab"
    }
  }
}
