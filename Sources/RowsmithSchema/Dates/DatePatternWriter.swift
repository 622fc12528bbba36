/// Writes a date in UTC element by element.
struct DatePatternWriter {
  private(set) var text = DateText()
  private let time: CivilTime

  init(milliseconds: Int64) { time = CivilTime.utc(milliseconds: milliseconds) }

  /// Writes one element as UTS #35 says.
  mutating func write(_ element: DatePatternElement) {
    let count = element.count
    switch element.field {
    case .literal: text.append(element.letter)
    case .year: text.append(count == 2 ? time.year % 100 : time.year, width: count)
    case .month where count <= 2: text.append(time.month, width: count)
    case .month: text.append(EnglishDateNames.month(time.month), first: count == 3 ? 3 : .max)
    case .day: text.append(time.day, width: count)
    case .dayOfYear:
      let first = CivilDay.number(year: time.year, month: 1, day: 1)
      text.append((time.dayNumber ?? first) - first + 1, width: count)
    case .weekday:
      let weekday = CivilDay.weekday(time.dayNumber ?? 0)
      text.append(EnglishDateNames.weekday(weekday), first: count <= 3 ? 3 : .max)
    case .hour: text.append(hour(element.letter), width: count)
    case .minute: text.append(time.minute, width: count)
    case .second: text.append(time.second, width: count)
    case .fraction: writeFraction(count)
    case .period: text.append(time.hour < 12 ? "AM" : "PM")
    case .zone: text.append(zone(element.letter, count))
    }
  }

  private func hour(_ letter: UInt8) -> Int {
    switch letter {
    case UInt8(ascii: "k"): time.hour == 0 ? 24 : time.hour
    case UInt8(ascii: "h"): time.hour % 12 == 0 ? 12 : time.hour % 12
    case UInt8(ascii: "K"): time.hour % 12
    default: time.hour
    }
  }

  /// Truncates rather than rounds, like the other fields.
  private mutating func writeFraction(_ count: Int) {
    switch count {
    case 1: text.append(time.millisecond / 100)
    case 2: text.append(time.millisecond / 10, width: 2)
    default:
      text.append(time.millisecond, width: 3)
      for _ in 3..<count { text.append(UInt8(ascii: "0")) }
    }
  }

  private func zone(_ letter: UInt8, _ count: Int) -> StaticString {
    switch (letter, count) {
    case (UInt8(ascii: "z"), _), (UInt8(ascii: "Z"), 4): "GMT"
    case (UInt8(ascii: "Z"), 5), (UInt8(ascii: "X"), _): "Z"
    case (UInt8(ascii: "x"), 1): "+00"
    case (UInt8(ascii: "x"), 3), (UInt8(ascii: "x"), 5): "+00:00"
    default: "+0000"
    }
  }
}
