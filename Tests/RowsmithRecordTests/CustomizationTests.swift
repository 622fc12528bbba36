import Rowsmith
import Testing

@Suite struct CustomizationTests {
  private struct Wrong: Error {}

  @Test func `a transform over a type is one over stored values`() throws {
    let transform = AttributeTransform(
      decoding: { json in json.string.map { String($0.reversed()) } },
      encoding: { (value: String) in .string(String(value.reversed())) })
    #expect(try transform.decode("abc") == .text("cba"))
    #expect(try transform.decode(5) == .null)
    #expect(try transform.encode(.text("cba")) == "abc")
  }

  @Test func `a stored value of another type does not reach a transform`() throws {
    let transform = AttributeTransform(decoding: { $0.int }, encoding: { (value: Int) in JSONValue(value) })
    #expect {
      try transform.encode(.text("a"))
    } throws: { error in
      "\(error)" == "expected a value of type Int, found 'a'"
    }
  }

  @Test func `what a transform throws is thrown`() {
    let transform = AttributeTransform(
      decoding: { (_) throws -> Int? in throw Wrong() }, encoding: { (value: Int) in JSONValue(value) })
    #expect(throws: Wrong.self) { try transform.decode(1) }
  }
}
