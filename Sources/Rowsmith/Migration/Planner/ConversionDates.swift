import RowsmithSchema

/// The date formats of a conversion, compiled once: it runs for every value.
///
/// They follow from the formats themselves. So they make no difference between two conversions.
struct ConversionDates: Sendable, Hashable {
  /// How dates were read and written before; `nil` if the values were no dates, or a pattern is wrong.
  let from: (dates: CompiledDateFormatList, formats: [CompiledDateFormat])?
  /// How dates are read from now on; `nil` if the values become no dates, or a pattern is wrong.
  let to: CompiledDateFormatList?

  init(from old: Schema.Attribute, to new: Schema.Attribute) {
    from = ConversionDates.areDates(old.type) ? ConversionDates.compiled(old.dateFormats) : nil
    to = ConversionDates.areDates(new.type) ? ConversionDates.compiled(new.dateFormats)?.dates : nil
  }

  private static func areDates(_ type: Schema.AttributeType) -> Bool {
    type == .scalar(.date) || type == .array(.date)
  }

  private static func compiled(
    _ formats: [DateFormat]
  ) -> (dates: CompiledDateFormatList, formats: [CompiledDateFormat])? {
    guard let dates = try? CompiledDateFormatList(formats),
      let compiled = try? formats.map({ try CompiledDateFormat($0) })
    else { return nil }
    return (dates, compiled)
  }

  static func == (one: ConversionDates, other: ConversionDates) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
