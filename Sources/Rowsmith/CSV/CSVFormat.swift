/// The text format of a table: a header line with names, then one line for each record.
///
/// All formats follow RFC 4180. A field that begins with a double quote ends at the next single one; a doubled quote
/// stands for one quote, and separators and line ends between the quotes are text. Lines end with CR LF or LF. A byte order
/// mark before the header is skipped, and so are empty lines if there is more than one column.
///
/// Spreadsheets write semicolons in place of commas where the comma is the decimal separator. The delimiter is never guessed:
/// read such a table with `CSVFormat(delimiter: ";")`. Numbers in it must have a decimal point. A first line `sep=;`, which
/// tells spreadsheets the delimiter, is skipped if the format has that delimiter; ``csv`` takes it from there.
public struct CSVFormat: Sendable, Hashable {
  /// Fields are separated by commas. A quote inside a field that does not begin with one is an error.
  ///
  /// A header of one column whose name has a semicolon, a tab or a `|` is an error: the table has another delimiter. One that
  /// really has one column is read with `CSVFormat(delimiter: ",")`.
  public static let csv = CSVFormat(UInt8(ascii: ","), isImplied: true)
  /// Fields are separated by tabs. A quote inside a field that does not begin with one is text.
  public static let tsv = CSVFormat(UInt8(ascii: "\t"), isQuoteText: true)

  /// The byte between two fields.
  package let separator: UInt8
  /// Whether a quote inside a field that does not begin with one is text.
  let isQuoteText: Bool
  /// Whether nobody has named the delimiter.
  let isImplied: Bool

  private init(_ separator: UInt8, isQuoteText: Bool = false, isImplied: Bool = false) {
    self.separator = separator
    self.isQuoteText = isQuoteText
    self.isImplied = isImplied
  }

  /// CSV whose fields are separated by another character, such as `;`; `nil` if it could be part of a name, of a number or
  /// of the format: only tabs and ASCII punctuation but `"`, `'`, `+`, `-` and `.` can separate fields.
  public init?(delimiter: Character) {
    guard let byte = delimiter.asciiValue, delimiter == "\t" || delimiter.isPunctuation || delimiter.isSymbol,
      !"\"'+-.".contains(delimiter)
    else { return nil }
    self.init(byte)
  }

  /// The separator's name in messages.
  var separatorName: String { Self.name(of: separator) }

  /// The name of a separator in messages: `a comma`, `'|'`.
  static func name(of separator: UInt8) -> String {
    switch separator {
    case UInt8(ascii: ","): "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case UInt8(ascii: "\t"): "a tab"
    default: "'\(Character(Unicode.Scalar(separator)))'"
    }
  }

  /// The end of a message about text beside this byte: the delimiter that the table may have; mostly empty.
  func advice(beside byte: UInt8) -> String {
    guard isImplied else { return "" }
    switch byte {
    case UInt8(ascii: ";"): return "; if semicolons separate the columns, choose the delimiter ';'"
    case UInt8(ascii: "\t"): return "; if tabs separate the columns, choose the delimiter tab"
    case UInt8(ascii: "|"): return "; if '|' separates the columns, choose the delimiter '|'"
    default: return ""
    }
  }

  /// The delimiter that a table with this header seems to have, if it is another one.
  func otherDelimiter(_ header: CSVRow) -> UInt8? {
    guard isImplied, header.fields.count == 1, !header.fields[0].isQuoted else { return nil }
    return Self.otherDelimiters.first { header.bytes.contains($0) }
  }

  /// What may separate the columns of a table whose header has no comma.
  static let otherDelimiters = Array(";\t|".utf8)
}
