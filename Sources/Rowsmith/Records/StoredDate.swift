import Foundation
import RowsmithSchema

extension Date {
  /// Parses a stored date; `nil` unless the text has exactly the form in which dates are stored.
  init?(storedUTF8 text: UnsafeBufferPointer<UInt8>) {
    guard let milliseconds = CanonicalDate.milliseconds(parsing: text) else { return nil }
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The stored form of the date, rounded to the millisecond. A date outside the years 1 to 9999 is clamped.
  var storedText: String {
    let bounds = CanonicalDate.supported
    let rounded = (timeIntervalSince1970 * 1000).rounded()
    let milliseconds =
      Int64(exactly: min(max(rounded, Double(bounds.lowerBound)), Double(bounds.upperBound))) ?? 0
    return String(unsafeUninitializedCapacity: CanonicalDate.byteCount) { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      CanonicalDate.write(milliseconds: milliseconds, into: start)
      return CanonicalDate.byteCount
    }
  }
}
