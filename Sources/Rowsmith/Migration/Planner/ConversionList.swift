/// Numbers conversions in the order in which SQL first uses them; see ``ValueConversion/function``.
///
/// The stages of a plan share it. None reads what another has added.
final class ConversionList {
  private(set) var all: [ValueConversion]

  init(_ all: [ValueConversion] = []) { self.all = all }

  /// The index of a conversion in the list. Adds the conversion if it is new.
  func number(of conversion: ValueConversion) -> Int {
    if let known = all.firstIndex(of: conversion) { return known }
    all.append(conversion)
    return all.count - 1
  }
}
