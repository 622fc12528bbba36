import Foundation
import Testing

/// `rowsmith export --csv`.
struct TableExportTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Band:
          PrimaryKey: id
          attributes:
            id: Int
            name: { type: String?, ImportName: "band.full name" }
            price: Decimal?
            active: { type: Bool?, default: true }
            since: { type: Date?, DateFormat: yyyy-MM-dd }
            tags: "[String]?"
            more: JSON?
            label: { type: String?, ImportName: 'band.a\\.b' }
        Duo:
          extends: Band
          attributes: { second: String? }
        Album:
          attributes: { id: Int, title: String }
          relationships: { band: Band?, guests: [Band] }

      """)
    let outcome = try small.importJSON(
      #"""
      [{"id": 1, "band": {"full name": "a \"b\", c\r\nd", "a.b": ""}, "price": 12345678901234567890.10, "active": false,
        "since": "1974-05-01", "tags": ["x,y", "z"], "more": "text"},
       {"id": 2, "active": null, "more": {"a": [1, 2.50]}, "tags": []},
       {"id": 3, "band": {"full name": " é "}, "more": null, "entity_name": "Duo", "second": "s"}]
      """#, ["--entity", "Band"])
    try #require(outcome.status == 0, "\(outcome.diagnostics)")
    _ = try small.importJSON(
      #"[{"id": 7, "title": "x", "band": 1, "guests": [2, 3]}, {"id": 8, "title": "y"}]"#,
      ["--entity", "Album"])
  }

  @Test
  func `columns are the server's names in the order of the model, fields as RFC 4180 says`() throws {
    let bands = try small.export("Band", ["--csv"])
    #expect(bands.diagnostics == "")
    let expected = """
      entity_name,id,band.full name,band.a\\.b,price,active,since,tags,more,second
      Band,1,"a ""b"", c\r\nd","",12345678901234567890.10,false,1974-05-01,"[""x,y"",""z""]","\""text""\",
      Band,2,,,,,,[],"{""a"":[1,2.50]}",
      Duo,3," é ",,,true,,,,s

      """
    #expect(bands.output == expected.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n"))
    #expect(
      try small.export("Album", ["--csv"]).output
        == "id,title,band,guests\r\n7,x,1,\"[2,3]\"\r\n8,y,,[]\r\n")
    #expect(
      try small.export("Album", ["--csv", "--only", "title", "--key", "8"]).output == "id,title\r\n8,y\r\n")
  }

  @Test
  func `the table can be imported again, where it changes nothing, and elsewhere`() throws {
    for entity in ["Band", "Album"] {
      let csv = try small.export(entity, ["--csv"]).output
      let json = try small.export(entity, ["--ndjson"]).output
      try small.folder.write(csv, to: "\(entity).csv")
      let again = try RowsmithProcess.run(
        [
          "import", "\(entity).csv", "--model", "Small.yml", "--into", "small.sqlite", "--entity", entity,
          "--policy", "MergeAndPrune", "--format", "json",
        ], in: small.folder)
      #expect(again.status == 0, "\(again.diagnostics)")
      #expect(again.output.contains(#""inserted":0,"updated":0,"#), "\(again.output)")
      #expect(try small.export(entity, ["--ndjson"]).output == json)
      let elsewhere = try RowsmithProcess.run(
        ["import", "\(entity).csv", "--model", "Small.yml", "--into", "new.sqlite", "--entity", entity],
        in: small.folder)
      #expect(elsewhere.status == 0, "\(elsewhere.diagnostics)")
      let copy = try RowsmithProcess.run(
        ["export", "--model", "Small.yml", "--from", "new.sqlite", "--entity", entity, "--ndjson"],
        in: small.folder)
      #expect(copy.output == json)
    }
  }

  @Test
  func `it is no JSON`() throws {
    #expect(try small.export("Band", ["--csv", "--ndjson"]).status == 2)
    #expect(try small.export("Band", ["--csv", "--pretty"]).status == 2)
  }

  @Test
  func `a list that JSON would leave out is in the table, as an empty field would empty it`() throws {
    let small = try SmallModel()
    _ = try small.importJSON(#"[{"name":"Japan"},{"name":"XTC"}]"#, ["--entity", "Band"])
    _ = try small.importJSON(#"[{"id":1,"title":"a","band":"Japan"}]"#, ["--entity", "Album"])
    let table = try small.export("Band", ["--csv"]).output
    #expect(table == "name,formed,mood,albums\r\nJapan,,,[1]\r\nXTC,,,[]\r\n")
    let again = try small.importJSON(table, ["--entity", "Band", "--csv"])
    #expect(again.output.contains("links: 0 added, 0 removed"), "\(again.output)")
    #expect(
      try small.export("Album", ["--ndjson"]).output == #"{"id":1,"title":"a","band":"Japan"}"# + "\n")
  }
}
