import Foundation
import Rowsmith
import Testing

/// Lists of values of several parts: one column, in one spelling.
@Suite struct ValueListRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    enums: { Kind: [a, b] }
    values:
      Geo: { lat: { type: Double, ImportName: [latitude, position.lat] }, at: { type: Date?, DateFormat: yyyy-MM-dd } }
      Address:
        street: { type: String, ImportName: [street, line1], Transform: trim }
        number: { type: Int?, coerce: true }
        kind: { type: Kind, default: a }
        price: Decimal?
        tags: "[String]?"
        raw: JSON?
        geo: Geo?
        others: "[Geo]?"
    entities:
      Person: { attributes: { id: Int, places: "[Address]?" } }
    """

  private func scenario() throws -> ImportScenario {
    try ImportScenario(Self.model, comparingReference: false)
  }

  private func stored(_ json: String) throws -> String {
    let scenario = try scenario()
    try scenario.importJSON("{\"id\":1,\"places\":\(json)}", into: "Person")
    guard case .text(let text)? = try scenario.test.reader.rows("SELECT places FROM Person").first?.first
    else {
      return "no text"
    }
    return text
  }

  @Test func `a list is stored in one spelling, under the names of the model`() throws {
    #expect(
      try stored(
        #"""
        [ {"geo": {"at": "2024-05-01", "position": {"lat": 2}}, "line1": " x ", "number": "7", "price": 1.50,
           "tags": ["a"], "raw": {"b": [1, 2]}, "others": [{"latitude": 1}], "zip": 1, "kind": "b"} , {"street":"y"}]
        """#)
        == #"[{"street":"x","number":7,"kind":"b","price":"1.50","tags":["a"],"raw":{"b":[1,2]},"#
        + #""geo":{"lat":2.0,"at":"2024-05-01T00:00:00.000Z"},"others":[{"lat":1.0}]},{"street":"y","kind":"a"}]"#
    )
    #expect(try stored("[]") == "[]")
  }

  @Test(arguments: [
    (#"{"latitude":1,"position":{"lat":2}}"#, "1.0"), (#"{"position":{"lat":2},"latitude":1}"#, "1.0"),
    (#"{"latitude":null,"position":{"lat":2}}"#, "2.0"), (#"{"position":{"lat":2},"latitude":null}"#, "2.0"),
    (#"{"position":{"lat":2}}"#, "2.0"), (#"{"position":null,"latitude":1}"#, "1.0"),
    (#"{"latitude":1,"latitude":3}"#, "3.0"), (#"{"position":{"lat":2},"position":{"lat":4}}"#, "4.0"),
    (#"{"latitude":1,"position":"there"}"#, "1.0"),
  ])
  func `of alternative keys in an item the first that is not null counts, of one key the later value`(
    json: String, latitude: String
  ) throws {
    #expect(
      try stored(#"[{"street":"a","geo":\#(json)}]"#)
        == #"[{"street":"a","kind":"a","geo":{"lat":\#(latitude)}}]"#)
  }

  @Test func `keys in items that their type does not mention are counted by its name, or refused`() throws {
    let scenario = try scenario()
    let json =
      #"{"id":1,"places":[{"street":"a","zip":1},{"street":"b","zip":2,"geo":{"latitude":1,"north":true}}]}"#
    let report = try scenario.importJSON("[\(json)]", into: "Person")
    #expect(report.unknownKeys["Address.zip"]?.count == 2)
    #expect(report.unknownKeys["Address.zip"]?.example == "$[0]")
    #expect(report.unknownKeys["Geo.north"]?.count == 1)
    let error = try #require(
      throws: ImportError.self,
      performing: { try scenario.importJSON("[\(json)]", into: "Person") { $0.refusesUnknownKeys = true } })
    #expect(error.message == "expected only keys that the model mentions, found 'zip' in Address")
    #expect(error.path == "$[0].places")
    let both = #"[\#(json),{"id":2,"places":[{"street":"c"}]}]"#
    let skipping = try scenario.importJSON(both, into: "Person") {
      ($0.refusesUnknownKeys, $0.onInvalid) = (true, .skip)
    }
    #expect(skipping.skippedCount == 1 && skipping.entities["Person"]?.inserted == 1)
  }

  @Test func `keys without number in items are counted under one name from a thousand on`() throws {
    let items = (0..<3000).map { #"{"street":"a","zip":1,"key\#($0)":1}"# }.joined(separator: ",")
    let report = try scenario().importJSON(#"[{"id":1,"places":[\#(items)]}]"#, into: "Person")
    #expect(report.unknownKeys["Address.zip"]?.count == 3000)
    #expect(report.unknownKeys["Address.key997"]?.count == 1)
    #expect(report.unknownKeys["Address.…"]?.count == 2002)
    #expect(report.unknownKeys.count == 1000)
  }

  @Test(
    arguments: [
      (#"[{"street":"a"},{}]"#, "expected a string, found nothing; 'street' is required in Address"),
      (#"[{"street":null}]"#, "expected a string, found null; 'street' is required"),
      (#"[{"street":"a","geo":{}}]"#, "expected a number, found nothing; 'lat' is required in Geo"),
      (#"[{"street":"a","geo":5}]"#, "expected an object (Geo), found 5"),
      (#"[{"street":"a","geo":[{"lat":1}]}]"#, #"expected an object (Geo), found an array [{"lat":1}]"#),
      (
        #"[{"street":"a","others":{"lat":1}}]"#,
        #"expected an array, each item an object (Geo), found an object {"lat":1}"#
      ),
      (#"[{"street":"a"},null]"#, "expected an array, each item an object (Address), found null"),
      (#"[{"street":"a","number":"x"}]"#, #"expected an integer, found "x""#),
      (#"["a"]"#, #"expected an array, each item an object (Address), found "a""#),
      (
        #"{"street":"a"}"#,
        #"expected an array, each item an object (Address), found an object {"street":"a"}"#
      ),
    ])
  func `each value is checked`(json: String, message: String) throws {
    let error = try scenario().failure("{\"id\":1,\"places\":\(json)}", into: "Person")
    #expect(error.message == message)
    #expect(error.path == "$.places")
  }

  @Test func `a list comes out again as the JSON has it`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      #"{"id":1,"places":[{"street":"x","price":1.5,"geo":{"position":{"lat":2},"at":"2024-05-01"}}]}"#,
      into: "Person")
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Person", options: ExportOptions()) {
      bytes.append(contentsOf: $0)
    }
    let json = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(
      json
        == #"[{"id":1,"places":[{"street":"x","kind":"a","price":1.5,"geo":{"latitude":2.0,"at":"2024-05-01"}}]}]"#
    )
    #expect(try scenario.importJSON(json, into: "Person").entities["Person"]?.unchanged == 1)
  }

  private static let photos = """
    defaults: { MergePolicy: Merge }
    values:
      Photo:
        name: String?
        large: { type: URL?, ImportName: sizes.1.url }
        small: { type: URL?, ImportName: sizes.0.url }
        first: { type: String?, ImportName: labels.0 }
        second: { type: String?, ImportName: labels.1 }
        depth: { type: Int?, ImportName: data.size.depth }
        width: { type: Int?, ImportName: data.size.width }
    entities:
      Person: { attributes: { id: Int, photo: Photo?, photos: "[Photo]?" } }
    """

  @Test(arguments: [
    #"{"name":"n","sizes":[{"url":"s"},{"url":"l"}],"labels":["a","b"],"data":{"size":{"depth":1,"width":2}}}"#,
    #"{"sizes":[null,{"url":"l"}],"labels":[null,"b"]}"#,
    #"{"sizes":[{"url":"s"}],"data":{"size":{"width":2}}}"#,
    #"{"name":"n","labels":["a"]}"#,
  ])
  func `parts of arrays and objects are read and written in a list as they are in a value alone`(
    value: String
  )
    throws
  {
    let scenario = try ImportScenario(Self.photos, comparingReference: false)
    let json = "[{\"id\":1,\"photo\":\(value),\"photos\":[\(value),\(value)]}]"
    try scenario.importJSON(json, into: "Person")
    try scenario.expect(
      """
      SELECT count(*), sum(photo_large IS photos ->> '$[1].large'), sum(photo_small IS photos ->> '$[1].small'),
        sum(photo_first IS photos ->> '$[0].first'), sum(photo_second IS photos ->> '$[0].second'),
        sum(photo_width IS photos ->> '$[1].width'), sum(photo_depth IS photos ->> '$[1].depth') FROM Person
      """, "1 | 1 | 1 | 1 | 1 | 1 | 1")
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Person") { bytes.append(contentsOf: $0) }
    #expect(String(decoding: bytes, as: UTF8.self) == json + "\n")
    #expect(try scenario.importJSON(json, into: "Person").entities["Person"]?.unchanged == 1)
  }

  @Test func `a path that leads through null leads to null, in a list as in columns`() throws {
    let model = """
      values:
        V:
          name: String
          accuracy: { type: Int?, ImportName: geo.accuracy, default: 5 }
          depth: { type: Int?, ImportName: [geo.size.depth, depth], default: 6 }
          unit: { type: String, ImportName: geo.size.unit, default: m }
      entities: { A: { attributes: { id: Int, v: V?, l: "[V]?" } } }
      """
    let scenario = try ImportScenario(model, comparingReference: false)
    let value = #"{"name":"n","geo":{"accuracy":1,"size":null},"depth":7}"#
    let error = try scenario.failure(#"{"id":1,"l":[\#(value)]}"#, into: "A")
    #expect(error.message == "expected a string, found null; 'unit' is required")
    let optional = try ImportScenario(
      model.replacing("unit: { type: String,", with: "unit: { type: String?,"), comparingReference: false)
    let other = #"{"name":"o","geo":null}"#
    try optional.importJSON(
      #"[{"id":1,"v":\#(value),"l":[\#(value)]},{"id":2,"v":\#(other),"l":[\#(other)]}]"#, into: "A")
    try optional.expect(
      "SELECT v_accuracy, v_depth, v_unit, l FROM A",
      """
      1 | 7 | · | [{"name":"n","accuracy":1,"depth":7}]
      · | · | · | [{"name":"o"}]
      """)
  }

  @Test func `a key that another member names is no default spelling, in a list as in columns`() throws {
    let scenario = try ImportScenario(
      """
      values: { V: { fooBar: Int?, x: { type: Int?, ImportName: fooBar } } }
      entities: { A: { attributes: { id: Int, v: V?, l: "[V]?" } } }
      """, comparingReference: false)
    try scenario.importJSON(#"{"id":1,"v":{"fooBar":3},"l":[{"fooBar":3}]}"#, into: "A")
    try scenario.expect("SELECT v_fooBar, v_x, l FROM A", #"· | 3 | [{"x":3}]"#)
  }
}
