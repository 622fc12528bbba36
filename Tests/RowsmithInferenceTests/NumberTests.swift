import Testing

@testable import RowsmithInference

/// The type of numbers: the narrowest that keeps every digit of every value.
@Suite struct NumberTests {
  @Test(
    arguments: [
      // The whole numbers of 64 bits, and the first beyond them at each end.
      (["9223372036854775807", "-9223372036854775808"], "Int"),
      (["9223372036854775808"], "Decimal  # a Double would not keep all digits"),
      (["-9223372036854775809", "1"], "Decimal  # a Double would not keep all digits"),
      // An exponent makes no whole number, whatever its value.
      (["1E2", "100"], "Double"), (["-0.0"], "Double"),
      // The first whole number that a Double does not hold matters only beside a fraction.
      (["9007199254740992", "0.5"], "Double"),
      (["9007199254740993", "0.5"], "Decimal  # a Double would not keep all digits"),
      (["-9007199254740993", "0.5"], "Decimal  # a Double would not keep all digits"),
      // Seventeen digits, one that comes back as it was and one that does not.
      (["0.30000000000000004"], "Double"),
      (["0.30000000000000001"], "Decimal  # a Double would not keep all digits"),
      // Zeros behind the last digit are no digits to lose.
      (["1.50000000000000000000000"], "Double"),
      // As many digits as a Decimal has, and one more.
      (["0.12345678901234567890123456789012345678"], "Decimal  # a Double would not keep all digits"),
      (["0.123456789012345678901234567890123456789"], "JSON  # more digits than any type of number keeps"),
      (["1e300", "2"], "Double"), (["1e400"], "JSON  # more digits than any type of number keeps"),
      (["0.12345678901234567890", "1e300"], "JSON  # more digits than any type of number keeps"),
    ] as [([String], String)])
  func `a number has the narrowest type that keeps its digits`(values: [String], type: String) throws {
    #expect(try ModelDraft.type(of: values) == type)
  }

  @Test(
    arguments: [
      ([#""-5""#, "7"], "{ type: Int, coerce: true }  # text in 1, a number in 1"),
      ([#""1.5""#, "7"], "Decimal  # text in 1, a number in 1"),
      ([#""7""#, "1.5"], "Decimal  # text in 1, a number in 1"),
      // What Decimal would not write so.
      ([#""1e3""#, "7"], "JSON  # text in 1, a number in 1"),
      ([#""+7""#, "7"], "JSON  # text in 1, a number in 1"),
      ([#"" 7""#, "7"], "JSON  # text in 1, a number in 1"),
      ([#""""#, "7"], "JSON  # text in 1, a number in 1"),
      ([#""7""#, "8", "null"], "{ type: Int?, coerce: true }  # text in 1, a number in 1; null in 1 of 3"),
      (["true", "0"], "JSON  # a number in 1, true or false in 1"),
      ([#""a""#, "0", "true", "false"], "JSON  # text in 1, a number in 1, true or false in 2"),
      // Beside a number that no Decimal keeps, the texts stay what they are.
      ([#""1.5""#, "1e400"], "JSON  # text in 1, a number in 1"),
    ] as [([String], String)])
  func `numbers of which some are in quotes have a type where all are numbers`(values: [String], type: String)
    throws
  {
    #expect(try ModelDraft.type(of: values) == type)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (12_345, "12 345"), (999_999, "999 999"),
    (1_204_567, "1 204 567"),
  ])
  func `counts have a space at every third digit`(count: Int, text: String) {
    #expect(Amount.of(count) == text)
  }

  @Test(arguments: [
    (1, 2, "1 of 2"), (18, 19, "18 of 19"), (1, 20, "5 %"), (1, 3000, "less than 1 %"),
    (14, 1000, "1 %"), (15, 1000, "2 %"), (985, 1000, "99 %"), (2999, 3000, "more than 99 %"),
  ])
  func `a share of few is counted, and one of many is in percent`(part: Int, whole: Int, text: String) {
    #expect(Amount.share(part, of: whole) == text)
  }

  @Test(arguments: [
    // Absent in one record of four; null in one; both.
    (#"{"id": 1}, {"id": 2, "a": 1}, {"id": 3, "a": 1}, {"id": 4, "a": 1}"#, "a: Int?  # missing in 1 of 4"),
    (#"{"id": 1, "a": null}, {"id": 2, "a": 1}"#, "a: Int?  # null in 1 of 2"),
    (#"{"id": 1, "a": null}, {"id": 2}, {"id": 3, "a": 1}"#, "a: Int?  # null or missing in 2 of 3"),
    (#"{"id": 1, "a": null}, {"id": 2}"#, "a: JSON?  # only null was seen"),
    (#"{"id": 1, "a": 1}, {"id": 2, "a": 2}"#, "a: Int"),
  ])
  func `a member that was null or missing anywhere is optional, and a comment says how often`(
    records: String, line: String
  ) throws {
    #expect(try ModelDraft.of("[\(records)]").line("Thing", "a") == line)
  }
}
