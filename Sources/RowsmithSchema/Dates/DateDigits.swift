/// Digits of a date at fixed places, eight bytes at a time.
///
/// A word is compared with a template such as `0000-00-`, in which `0` stands for any digit.
struct DateDigits {
  /// In byte `i`: the two-digit number that starts at byte `i` of the text.
  private let pairs: UInt64

  /// A template's bytes, and what to add to each to make a wrong one overflow into its highest bit.
  struct Template {
    let bytes: UInt64
    let limit: UInt64

    /// `0000-00-`
    static var yearMonth: Template {
      Template(bytes: 0x2D30_302D_3030_3030, limit: 0x7F76_767F_7676_7676)
    }
    /// `00T00:00`
    static var dayHourMinute: Template {
      Template(bytes: 0x3030_3A30_3054_3030, limit: 0x7676_7F76_767F_7676)
    }
    /// `:00.000Z`
    static var secondFraction: Template {
      Template(bytes: 0x5A30_3030_2E30_303A, limit: 0x7F76_7676_7F76_767F)
    }
  }

  @inline(__always)
  init?(_ text: UnsafePointer<UInt8>, at offset: Int, _ template: Template) {
    let raw = UnsafeRawPointer(text + offset).loadUnaligned(as: UInt64.self)
    let word = UInt64(littleEndian: raw) ^ template.bytes
    guard (word | (word &+ template.limit)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    pairs = word &* 10 &+ word &>> 8
  }

  /// The number whose first digit is at byte `index`.
  @inline(__always)
  subscript(_ index: Int) -> Int {
    Int(truncatingIfNeeded: pairs &>> UInt64(truncatingIfNeeded: index &* 8) & 0xFF)
  }
}
