import Rowsmith
import Testing

/// Envelopes are taken off without looking into what they hold.
@Suite struct JSONPartsTests {
  @Test("Members come as they were written, of two with one name the last one")
  func membersComeAsTheyWereWritten() {
    let json = #" { "a" : [1, {"b": 2}] ,"b":1e3,"c":"x\u00e9","b":-0.50 } "#
    #expect(members(["b", "a", "d", "c"], json) == ["-0.50", #"[1, {"b": 2}]"#, nil, #""x\u00e9""#])
    #expect(members(["a"], "{}") == [nil] && members(["é"], #"{"\u00e9":1}"#) == ["1"])
    // The bytes of a part are those of a part of the whole.
    let inner = JSONParts.members(["a"], of: Array(json.utf8)[...])?[0] ?? []
    #expect(JSONParts.items(of: inner)?.map { String(decoding: $0, as: UTF8.self) } == ["1", #"{"b": 2}"#])
  }

  @Test(
    "What is no object to its end has no members",
    arguments: [
      "", "[]", "1", "{", #"{"a":1"#, #"{"a":1}}"#, #"{"a":1,}"#, #"{"a":tru}"#, #"{"a" 1}"#, "{a:1}",
    ])
  func whatIsNoObjectToItsEndHasNoMembers(_ json: String) { #expect(members(["a"], json) == nil) }

  @Test(
    "What is no array to its end has no items",
    arguments: ["", "{}", "1", "[", "[1", "[1]]", "[1,]", "[1 2]", "[nul]"])
  func whatIsNoArrayToItsEndHasNoItems(_ json: String) {
    #expect(JSONParts.items(of: Array(json.utf8)[...]) == nil)
  }

  @Test("Texts are read, and integers of 64 bits; nothing else is taken for them")
  func textsAndNumbersAreRead() {
    #expect(
      JSONParts.text(of: bytes(#""a\n\ud83d\ude00""#)) == "a\n😀" && JSONParts.text(of: bytes(#""""#)) == "")
    #expect(JSONParts.text(of: bytes("1")) == nil && JSONParts.text(of: bytes("\"")) == nil)
    #expect(
      JSONParts.integer(of: bytes("9223372036854775807")) == .max
        && JSONParts.integer(of: bytes("1.0")) == nil)
    #expect(
      JSONParts.integer(of: bytes("9223372036854775808")) == nil
        && JSONParts.integer(of: bytes("\"1\"")) == nil)
  }

  private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  private func members(_ names: [String], _ json: String) -> [String?]? {
    JSONParts.members(names, of: bytes(json))?.map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }
}
