/// Numbers conversions in the order in which SQL first uses them; see ``ValueConversion/function``.
///
/// The stages of a plan share it. None reads what another has added.
final class ConversionList {
  private(set) var all: [ValueConversion]
  private var numbers: [ValueConversion: Int]

  init(_ all: [ValueConversion] = []) {
    self.all = all
    numbers = Dictionary(
      all.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of a conversion in the list. Adds the conversion if it is new.
  func number(of conversion: ValueConversion) -> Int {
    if let known = numbers[conversion] { return known }
    numbers[conversion] = all.count
    all.append(conversion)
    return all.count - 1
  }
}
