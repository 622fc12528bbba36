import Foundation
import RowsmithSchema
import Testing

/// What a person reads about a pattern of dates that cannot be used: the whole message.
@Suite struct DatePatternMessageTests {
  private static func widen(_ field: String, _ wide: String) -> String {
    "'\(field)' has no fixed width and stands next to another number; write '\(wide)', "
      + "or put a separator between them"
  }

  private func message(_ pattern: String) -> String? {
    do throws(DatePatternError) {
      _ = try CompiledDateFormat(.pattern(pattern))
      return nil
    } catch { return error.description }
  }

  @Test(arguments: [
    ("YYYY", "write 'y' for the calendar year"), ("u", "write 'y' for the calendar year"),
    ("UUUU", "write 'y' for the calendar year"), ("r", "write 'y' for the calendar year"),
    ("e", "write 'E' for the name of the weekday"),
    ("ccc", "write 'E' for the name of the weekday"),
    ("b", "write 'a' for AM and PM"), ("B", "write 'a' for AM and PM"),
    ("A", "write 'S' for fractions of a second"), ("n", "write 'S' for fractions of a second"),
    ("f", "write 'S' for fractions of a second"), ("VV", "write 'Z' or 'XXX' for the zone"),
    ("v", "write 'Z' or 'XXX' for the zone"), ("OOOO", "write 'Z' or 'XXX' for the zone"),
    ("G", "the fields are y M L d D E H h k K m s S a Z X x z"),
    ("ww", "the fields are y M L d D E H h k K m s S a Z X x z"),
    ("T", "the fields are y M L d D E H h k K m s S a Z X x z"),
  ])
  func `a letter that is no field gets the advice for its meaning`(field: String, advice: String) {
    #expect(
      message(field) == """
        date pattern '\(field)', character 1: unsupported field '\(field)'; \(advice), \
        or put quotes around letters that stand for themselves: '\(field)'
        """)
  }

  @Test(arguments: [
    ("y", 9), ("M", 4), ("L", 4), ("d", 2), ("D", 3), ("E", 4), ("H", 2), ("h", 2), ("k", 2), ("K", 2),
    ("m", 2), ("s", 2), ("S", 30), ("a", 4), ("Z", 5), ("X", 5), ("x", 5), ("z", 4),
  ])
  func `a field that is too long is told its longest form`(letter: String, longest: Int) {
    let long = String(repeating: letter, count: longest + 1)
    let most = String(repeating: letter, count: longest)
    let text =
      "date pattern '\(long)', character 1: unsupported field '\(long)'; '\(most)' is the longest form"
    #expect(message(long) == "\(text) supported")
    // The longest form itself is refused only for what it lacks beside it.
    #expect(message(most)?.contains("longest form") != true)
  }

  @Test(arguments: [
    ("", 1, "no field for the year, so the pattern is not a date; add 'yyyy'"),
    ("dd.MM.", 1, "no field for the year, so the pattern is not a date; add 'yyyy'"),
    ("'yyyy'", 1, "no field for the year, so the pattern is not a date; add 'yyyy'"),
    (
      "yyyy 'at", 6,
      "the quote is never closed; put another ' after the quoted text, or write '' for the character"
    ),
    (
      "yyyy '", 6,
      "the quote is never closed; put another ' after the quoted text, or write '' for the character"
    ),
    (
      "yyyy 'a''", 6,
      "the quote is never closed; put another ' after the quoted text, or write '' for the character"
    ),
    ("yyyy MM yy", 9, "'yy' repeats 'yyyy' before it; leave one of them out"),
    ("yyyy HH:mm:ss k", 15, "'k' repeats 'HH' before it; leave one of them out"),
    ("yyyy-MM-dd Z XXX", 14, "'XXX' repeats 'Z' before it; leave one of them out"),
    (
      "yyyy-MM-DD", 9,
      "'DD' is the day of the year and contradicts 'MM'; leave one of them out ('d' is the day of the month)"
    ),
    (
      "yyyy D d", 6,
      "'D' is the day of the year and contradicts 'd'; leave one of them out ('d' is the day of the month)"
    ),
    ("yyyy dd", 6, "'dd' is the day of a month, and no field says which; add 'MM'"),
    ("EEEE yyyy", 1, "'EEEE' names a weekday, and no field gives the day; add 'dd'"),
    ("E MM yyyy", 1, "'E' names a weekday, and no field gives the day; add 'dd'"),
    (
      "yyyy K:mm", 6,
      "'K' counts hours to 12, and no field says which half of the day; add 'a' for AM and PM, or write 'HH'"
    ),
    ("yyyy kk a", 9, "'a' is AM or PM, and 'kk' counts 24 hours; write 'hh' for the hour"),
    ("yyyy aaaa", 6, "'aaaa' is AM or PM, and no field gives the hour; add 'hh'"),
    ("yyyy m", 6, "'m': minutes need the hour; add 'HH'"),
    ("yyyy HH s", 9, "'s': seconds need the minute; add 'mm'"),
    ("yyyy HH:mm .S", 13, "'S': fractions need the second; add 'ss'"),
    (
      "yMM", 1,
      Self.widen("y", "yyyy")
    ),
    (
      "yyyyM", 5,
      Self.widen("M", "MM")
    ),
    (
      "yyyyDD", 5,
      Self.widen("DD", "DDD")
    ),
    (
      "yyyy d'1'MM", 6,
      Self.widen("d", "dd")
    ),
    (
      "yyyy-MM-dd 0h a", 13,
      Self.widen("h", "hh")
    ),
  ])
  func `a pattern that makes no date is told where and why`(pattern: String, place: Int, reason: String) {
    #expect(message(pattern) == "date pattern '\(pattern)', character \(place): \(reason)")
  }

  @Test(arguments: ["yyyy DDD E", "E yyyy-DDD", "yyyyDDD", "yyyyMMM", "yyyy'1'", "yyyy ''", "yyyy HH Z"])
  func `what only looks wrong is a date`(pattern: String) { #expect(message(pattern) == nil) }

  @Test func `the error is the same to Foundation`() {
    let error = #expect(throws: DatePatternError.self) { try CompiledDateFormat(.pattern("MM")) }
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.pattern == "MM")
    #expect(error?.offset == 0)
    #expect(error?.message == "no field for the year, so the pattern is not a date; add 'yyyy'")
  }

  @Test func `a list of formats throws the first pattern that is wrong`() {
    let error = #expect(throws: DatePatternError.self) {
      try CompiledDateFormatList([.iso8601, .pattern("yyyy"), .pattern("MM"), .pattern("QQ")])
    }
    #expect(error?.pattern == "MM")
  }
}
