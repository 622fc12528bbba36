/// Numbers conversions in the order in which SQL first names them; see ``ValueConversion/function``.
///
/// The stages of a plan share it, and none reads what another has put in.
final class ConversionList {
  private(set) var all: [ValueConversion] = []

  /// The place of a conversion in the list.
  func number(of conversion: ValueConversion) -> Int {
    if let known = all.firstIndex(of: conversion) { return known }
    all.append(conversion)
    return all.count - 1
  }
}
