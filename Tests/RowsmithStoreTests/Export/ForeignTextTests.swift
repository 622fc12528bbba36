import Rowsmith
import Testing

/// Values that another program has put into the database are written as what they are.
struct ForeignTextTests {
  private func model(_ sql: String) throws -> ModelStore {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes:
            id: Int
            flag: Bool?
            count: Int?
            price: Decimal?
            day: { type: Date?, DateFormat: yyyy-MM-dd }
            text: String?
            more: JSON?
            tags: "[String]?"
            days: "[Date]?"
            prices: "[Decimal]?"
            bytes: Data?
      """)
    try model.importJSON(#"{"id":1}"#, "Thing")
    try model.store.write { try $0.execute(sql: "UPDATE Thing SET \(sql)") }
    return model
  }

  @Test(arguments: [
    ("flag = 0", #""flag":false"#), ("flag = 1", #""flag":true"#), ("flag = 2", #""flag":2"#),
    ("flag = 'yes'", #""flag":"yes""#), ("count = 'many'", #""count":"many""#),
    ("count = 1.5", #""count":1.5"#),
    ("price = '1.50'", #""price":1.50"#), ("price = 'free'", #""price":"free""#),
    ("price = '1.'", #""price":"1.""#),
    ("day = '2024-05-01T00:00:00.000Z'", #""day":"2024-05-01""#), ("day = 'May'", #""day":"May""#),
    ("day = 7", #""day":"7""#), ("text = 7", #""text":"7""#), ("text = x'4142'", #""text":"QUI=""#),
    ("more = '{\"a\": 1}'", #""more":{"a": 1}"#), ("more = '{\"a\"'", #""more":"{\"a\"""#),
    ("more = '1 2'", #""more":"1 2""#), ("more = ''", #""more":"""#), ("tags = '[\"a\"]'", #""tags":["a"]"#),
    ("tags = 'a'", #""tags":"a""#), ("tags = '[1'", #""tags":"[1""#),
    ("days = '[\"2024-05-01T00:00:00.000Z\", 7, null]'", #""days":["2024-05-01T00:00:00Z",7,null]"#),
    ("days = '{}'", #""days":"{}""#), ("prices = '[\"1.50\", \"free\"]'", #""prices":[1.50,"free"]"#),
    ("prices = 'free'", #""prices":"free""#), ("bytes = x'4142'", #""bytes":"QUI=""#),
    ("bytes = x''", #""bytes":"""#),
  ])
  func `a value that does not fit its column keeps what it is`(sql: String, json: String) throws {
    #expect(try model(sql).export("Thing") == #"[{"id":1,\#(json)}]"#)
  }

  @Test(arguments: ["more", "tags"]) func `JSON on several lines is on the line of its record`(
    column: String
  ) throws {
    let model = try model("\(column) = '[' || char(13, 10) || '  \"a\\nb\",' || char(10) || '\"c\"]'")
    try model.importJSON(#"{"id":2}"#, "Thing")
    #expect(
      try model.export("Thing") { $0.layout = .lines }
        == #"{"id":1,"\#(column)":[  "a\nb","c"]}"# + "\n" + #"{"id":2}"#)
  }

  @Test func `text that is not UTF-8 is written with replacements, so that the document is JSON`() throws {
    for column in ["text", "more", "tags"] {
      let json = try model("\(column) = CAST(x'61FF62' AS TEXT)").export("Thing")
      #expect(json == "[{\"id\":1,\"\(column)\":\"a\u{FFFD}b\"}]")
    }
  }
}
