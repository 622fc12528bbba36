/// Whether dates of an attribute were written that its formats cannot express in full: a number may have set the time of day
/// where the format has only the day.
final class DateLoss {
  private let name: String
  /// The first such date, as it is stored.
  private var example: String?

  /// - Parameter name: the attribute's, with its entity.
  init(_ name: String) { self.name = name }

  /// Takes note of a stored date if an import would read another one from what is written.
  func check(
    _ text: UnsafeBufferPointer<UInt8>, spelled date: (text: String, isNumber: Bool), by dates: DateSpelling
  ) {
    if example == nil, !dates.keeps(text, spelled: date) { example = String(decoding: text, as: UTF8.self) }
  }

  var notes: [String] {
    example.map { ["an import changes \(name): none of its date formats writes all of \($0)"] } ?? []
  }
}
