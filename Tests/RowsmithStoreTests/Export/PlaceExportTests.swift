import Rowsmith
import Testing

/// Where values stand in produced JSON.
struct PlaceExportTests {
  @Test
  func `members come in the order of the model, under their spelling in the JSON`() throws {
    let model = try ModelStore(
      """
      entities:
        Band:
          PrimaryKey: bandName
          attributes: { imageURL: String, bandName: String, bandDescription: String, line2Text: String }
      """)
    let json = #"[{"image_url":"u","band_name":"n","description":"d","line2_text":"l"}]"#
    try model.importJSON(json, "Band")
    #expect(try model.export("Band") == json)
  }

  @Test
  func `a key path makes objects, one for all that are in it`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes:
            id: Int
            width: { type: Int?, ImportName: size.width }
            name: String
            height: { type: Int?, ImportName: size.height }
            depth: { type: Int?, ImportName: size.inner.depth }
      """)
    let json = #"[{"id":1,"size":{"width":2,"height":3,"inner":{"depth":4}},"name":"a"},{"id":2,"name":"b"}]"#
    try model.importJSON(json, "Thing")
    #expect(try model.export("Thing") == json)
  }

  @Test
  func `positions in a key path make arrays`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes:
            id: Int
            first: { type: String?, ImportName: images.0.url }
            second: { type: String?, ImportName: images.1.url }
      """)
    let json = #"[{"id":1,"images":[{"url":"a"},{"url":"b"}]},{"id":2,"images":[null,{"url":"b"}]},{"id":3}]"#
    try model.importJSON(json, "Thing")
    #expect(try model.export("Thing") == json)
  }

  @Test(arguments: ["", ", default: 5"])
  func `a missing value in whose object there may be something else is no object`(fallback: String) throws {
    let model = try ModelStore(
      """
      values: { Author: { name: String } }
      entities:
        Post:
          attributes:
            id: Int
            author: Author?
            authorID: { type: Int?, ImportName: author.id\(fallback) }
      """)
    let json = #"[{"id":1,"author":{"name":"a","id":7}},{"id":2,"author":null}]"#
    try model.importJSON(json, "Post")
    let written = try model.export("Post") { $0.nulls = .written }
    #expect(written == json)
    // Without the null, an import would set the default.
    let produced = try model.export("Post")
    #expect(produced == (fallback.isEmpty ? json.replacing(#","author":null"#, with: "") : json))
    for text in [written, produced] {
      #expect(try model.importJSON(text, "Post").entities["Post"]?.unchanged == 2)
    }
  }

  @Test(arguments: ExportOptions.Nulls.allCases)
  func `null never stands for an object from which an import reads what is not written`(
    nulls: ExportOptions.Nulls
  ) throws {
    let model = try ModelStore(
      """
      values: { Size: { width: Int?, height: Int? } }
      entities:
        Thing:
          attributes:
            id: Int
            url: { type: String?, ImportName: images.0.url }
            secret: { type: String?, ImportName: images.0.secret, export: false }
            second: { type: String?, ImportName: images.1.url }
            size: Size?
            unit: { type: String?, ImportName: size.unit, export: false }
      """)
    try model.importJSON(
      #"[{"id":1,"images":[{"secret":"s"},{"url":"b"}],"size":{"unit":"m"}}]"#, "Thing")
    let json = try model.export("Thing") { $0.nulls = nulls }
    let first = nulls == .written ? #"{"url":null}"# : "{}"
    #expect(json == #"[{"id":1,"images":[\#(first),{"url":"b"}]}]"#)
    #expect(try model.importJSON(json, "Thing").entities["Thing"]?.unchanged == 1)
  }

  @Test
  func `null stands for a missing value where what is not written is missing, too`() throws {
    let model = try ModelStore(
      """
      values: { Size: { width: Int?, secret: { type: String?, export: false } } }
      entities:
        Thing:
          attributes:
            id: Int
            size: Size?
            unit: { type: String?, ImportName: size.unit, export: false }
      """)
    try model.importJSON(#"[{"id":1,"size":null},{"id":2,"size":{"width":1}}]"#, "Thing")
    let json = try model.export("Thing") { $0.nulls = .written }
    #expect(json == #"[{"id":1,"size":null},{"id":2,"size":{"width":1}}]"#)
    #expect(try model.importJSON(json, "Thing").entities["Thing"]?.unchanged == 2)
  }

  @Test
  func `of alternative names the first is written`() throws {
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, on: { type: Int, ImportName: [released_at, info.released] } } } }"
    )
    try model.importJSON(#"{"id": 1, "info": {"released": 5}}"#, "Thing")
    #expect(try model.export("Thing") == #"[{"id":1,"released_at":5}]"#)
  }

  @Test
  func `a dot in a key is a dot`() throws {
    let model = try ModelStore(
      #"entities: { Thing: { attributes: { id: Int, v: { type: Int, ImportName: 'a\.b' } } } }"#)
    try model.importJSON(#"{"id": 1, "a.b": 5}"#, "Thing")
    #expect(try model.export("Thing") == #"[{"id":1,"a.b":5}]"#)
  }

  @Test
  func `what is marked export false is not written`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes: { id: Int, secret: { type: Int, export: false } }
          relationships: { other: { to: Thing?, export: false } }
      """)
    try model.importJSON(#"{"id": 1, "secret": 5, "other": 1}"#, "Thing")
    #expect(try model.export("Thing") == #"[{"id":1}]"#)
  }

  @Test
  func `a value whose place another one takes is left out and named`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes: { id: Int, url: { type: String?, ImportName: image.url } }
          relationships: { image: Image? }
        Image: { attributes: { id: Int, url: String } }
      """)
    try model.importJSON(#"{"id": 1, "image": {"id": 2, "url": "u"}}"#, "Thing")
    let (json, report) = try model.exportAndReport("Thing")
    #expect(json == #"[{"id":1,"image":2}]"#)
    #expect(report.notes == ["Thing.url is left out: its place 'image.url' is taken by Thing.image"])
  }

  @Test
  func `members of a family say their entity`() throws {
    let model = try ModelStore(
      """
      entities:
        Musician: { Discriminator: kind, attributes: { id: Int } }
        Guitarist: { extends: Musician, attributes: { strings: Int } }
      """)
    let json = #"[{"kind":"Musician","id":1},{"kind":"Guitarist","id":2,"strings":6}]"#
    try model.importJSON(json, "Musician")
    #expect(try model.export("Musician") == json)
    #expect(try model.export("Guitarist") == #"[{"kind":"Guitarist","id":2,"strings":6}]"#)
  }

  @Test
  func `records whose key is the key of a map are in a map`() throws {
    let model = try ModelStore(
      """
      entities: { Label: { PrimaryKey: code, attributes: { code: { type: Int, ImportName: $key }, name: String } } }
      documents: { all: { labels: {Label} } }
      """)
    let json = #"{"1":{"name":"Virgin"},"2":{"name":"EMI"}}"#
    try model.importMap(json, "Label")
    let (exported, report) = try model.exportAndReport("Label")
    #expect(exported == json)
    #expect(
      report.notes == ["the records are in an object keyed by Label.code; import it as such (`--keyed`)"])
  }

  @Test
  func `records that are bare values stay bare values`() throws {
    let model = try ModelStore(
      """
      entities:
        Tag: { PrimaryKey: name, attributes: { name: { type: String, ImportName: $value } } }
        Post: { attributes: { id: Int }, relationships: { tags: [Tag] } }
      """)
    try model.importJSON(#"{"id": 1, "tags": ["b", "a"]}"#, "Post")
    #expect(try model.export("Tag") == #"["a","b"]"#)
    #expect(try model.export("Post") == #"[{"id":1,"tags":["a","b"]}]"#)
  }

  @Test
  func `a bare value stays one beside what is around it, and where nothing else has a value`() throws {
    let model = try ModelStore(
      """
      entities:
        Rate:
          PrimaryKey: day
          attributes: { day: { type: String, ImportName: $key }, rate: { type: Double?, ImportName: $value } }
        Name:
          PrimaryKey: [item, language]
          attributes:
            language: { type: String, ImportName: $key }
            text: { type: String?, ImportName: $value }
          relationships: { item: Item }
        Word:
          PrimaryKey: text
          attributes: { text: { type: String, ImportName: $value }, note: String? }
        Score:
          attributes: { place: { type: Int, ImportName: $index }, points: { type: Int?, ImportName: $value } }
        Item:
          attributes: { id: Int }
          relationships:
            names: { to: "{Name}", inverse: item }
            words: { to: "[Word]", inverse: none, ordered: true }
            scores: { to: "[Score]", inverse: none, ordered: true }
      documents: { all: { rates: "{Rate}" } }
      """)
    let rates = #"{"2026-01-01":1.5,"2026-01-02":null}"#
    try model.importMap(rates, "Rate")
    #expect(try model.export("Rate") == rates)
    let item = #"[{"id":1,"names":{"de":"Haus","en":null},"words":["a","b"],"scores":[3,null,5]}]"#
    try model.importJSON(item, "Item")
    #expect(try model.export("Item") { $0.embedded = [["names"], ["words"], ["scores"]] } == item)
    #expect(try model.export("Word") == #"["a","b"]"#)
    // Written by the app: neither form says all.
    try model.store.write { try $0.execute(sql: "UPDATE Word SET note = 'n' WHERE text = 'b'") }
    let (words, report) = try model.exportAndReport("Word")
    #expect(words == #"["a","b"]"#)
    #expect(
      report.notes == [
        "Word.text, part of the key, is all that is written for its records, as it has no key in an object "
          + "(`$value`): their other values are left out"
      ])
  }

  /// `mark` is no key; an object is whole without it.
  private static let marks = """
    values: { Point: { x: Int?, y: Int? } }
    entities:
      Mark:
        attributes:
          mark: { type: String?, ImportName: $value }
          seen: { type: Bool, default: false }
          by: String?
          at: Point
        relationships: { notes: { to: "[Note]", inverse: none, ordered: true }, owner: User? }
      Note: { PrimaryKey: text, attributes: { text: String } }
      User: { attributes: { id: Int } }
      Page: { attributes: { id: Int }, relationships: { marks: { to: "[Mark]", inverse: none, ordered: true } } }
    """

  @Test
  func `what an import puts beside a bare value does not make it an object`() throws {
    let model = try ModelStore(Self.marks)
    let marks = ##"["a",{"seen":true},null,{"by":"me"},{"at":{"x":1}},{"notes":["n"]},{"owner":7}]"##
    try model.importJSON(#"{"id":1,"marks":\#(marks)}"#, "Page")
    let stored = try model.export("Page") { $0.embedded = [["marks"]] }
    for nulls in [ExportOptions.Nulls.omitted, .written] {
      let json = try model.export("Page") { options in
        options.embedded = [["marks"]]
        options.nulls = nulls
      }
      #expect(json.hasPrefix(#"[{"id":1,"marks":["a",{"seen":true"#))
      #expect(json.contains(#"},null,{"seen":false,"by":"me""#))
      let again = try ModelStore(Self.marks)
      try again.importJSON(json, "Page")
      let produced = try again.export("Page") { $0.embedded = [["marks"]] }
      #expect(produced == stored)
    }
    try model.store.write { try $0.execute(sql: "UPDATE Mark SET by = 'you' WHERE mark = 'a'") }
    let (written, report) = try model.exportAndReport("Mark")
    #expect(written.hasPrefix(#"[{"seen":false,"by":"you""#))
    #expect(
      report.notes == [
        "Mark.mark is left out if it is not the whole item: in an object it has no key (`$value`)"
      ])
  }

  /// The text is all that it has, but a category that only an app gives it.
  private static let tags = """
    entities:
      Tag:
        PrimaryKey: name
        attributes: { name: { type: String, ImportName: $value } }
        relationships: { category: User? }
      User: { attributes: { id: Int } }
      Mark: { PrimaryKey: id, attributes: { id: Int, text: String?, mark: { type: String?, ImportName: $value } } }
      Page:
        attributes: { id: Int }
        relationships: { tags: { to: "[Tag]", inverse: none, ordered: true }, mark: Mark? }
    """

  @Test
  func `a bare value in a table and in a to-one relationship`() throws {
    let model = try ModelStore(Self.tags)
    try model.importJSON(#"[{"id":1,"tags":["a","b"],"mark":{"id":2,"text":"t"}}]"#, "Page")
    try model.store.write { try $0.execute(sql: "UPDATE Mark SET mark = 'x'") }
    let (table, report) = try model.exportAndReport("Page") { options in
      options.layout = .csv
      options.embedded = [["tags"], ["mark"]]
    }
    #expect(
      table.replacing("\r\n", with: "\n")
        == #"""
        id,tags,mark,mark_id
        1,"[""a"",""b""]","{""id"":2,""text"":""t""}",

        """#)
    #expect(
      report.notes == [
        "Mark.mark is left out if it is not the whole item: in an object it has no key (`$value`)"
      ])
  }

  @Test
  func `a table of what is nothing but bare values has no columns`() throws {
    let model = try ModelStore(Self.tags.replacing("    relationships: { category: User? }\n", with: ""))
    let error = #expect(throws: ExportError.self) { try model.export("Tag") { $0.layout = .csv } }
    #expect(error?.message == "records of Tag are bare values, which have no columns; export JSON")
  }

  @Test
  func `under its own key a bare value would be a record, so keys have another key`() throws {
    let model = try ModelStore(
      """
      entities:
        Tag: { attributes: { id: Int, name: { type: String?, ImportName: [name, $value] } } }
        Post: { attributes: { id: Int }, relationships: { tags: [Tag] } }
      """)
    try model.importJSON(#"{"id": 1, "tags": [{"id": 7, "name": "a"}]}"#, "Post")
    let json = try model.export("Post")
    #expect(json == #"[{"id":1,"tag_ids":[7]}]"#)
    #expect(try model.importJSON(json, "Post").entities["Tag"] == nil)
  }

  @Test
  func `a list with a record that has no key for a map is an array`() throws {
    let model = { (name: String) in
      try ModelStore(
        """
        entities:
          Band: { attributes: { id: Int }, relationships: { labels: {Label} } }
          Label: { attributes: { id: Int, code: { type: String?, ImportName: \(name) } } }
        """)
    }
    let bands =
      #"[{"id":1,"labels":{"a":{"id":5}}},{"id":2,"labels":[{"id":7}]},{"id":3,"labels":[{"id":5},{"id":7}]}]"#
    let lossy = try model("$key")
    try lossy.importJSON(bands, "Band")
    let (json, report) = try lossy.exportAndReport("Band") { $0.toMany = .embedded }
    #expect(json == bands)
    #expect(
      report.notes == [
        "Label.code is left out where Band.labels has a record without it, or two with the same: "
          + "that list is an array, as it has no key for each record"
      ])
    // Where the record says it itself, too, nothing is lost.
    let whole = try model("[code, $key]")
    try whole.importJSON(bands, "Band")
    let (text, second) = try whole.exportAndReport("Band") { $0.toMany = .embedded }
    #expect(
      text
        == #"[{"id":1,"labels":{"a":{"id":5,"code":"a"}}},{"id":2,"labels":[{"id":7}]},"#
        + #"{"id":3,"labels":[{"id":5,"code":"a"},{"id":7}]}]"#)
    #expect(second.notes == [])
    #expect(try whole.importJSON(text, "Band").entities["Label"]?.updated == 0)
  }

  @Test
  func `lines of what is nothing but bare values could not be imported`() throws {
    let model = try ModelStore(
      "entities: { Tag: { PrimaryKey: name, attributes: { name: { type: String, ImportName: $value } } } }")
    let error = #expect(throws: ExportError.self) { try model.export("Tag") { $0.layout = .lines } }
    #expect(
      error?.message == "records of Tag are bare values, and each line is an object; export an array")
  }
}
