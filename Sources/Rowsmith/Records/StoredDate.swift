import Foundation
import RowsmithSchema

extension Date {
  /// The date of a stored text; nil for anything that is not in the one form in which dates are stored.
  init?(storedUTF8 text: UnsafeBufferPointer<UInt8>) {
    guard let milliseconds = CanonicalDate.milliseconds(parsing: text) else { return nil }
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date as it is stored, rounded to the millisecond; outside the years 1 to 9999 the nearest date inside.
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
