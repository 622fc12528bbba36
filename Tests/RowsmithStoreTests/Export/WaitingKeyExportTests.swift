import Testing

/// Links to records with a key of several parts that are not there yet.
struct WaitingKeyExportTests {
  @Test
  func `a key of several parts that waits for its record is an object with them`() throws {
    let model = try ModelStore(
      """
      entities:
        Seat: { PrimaryKey: [row, place], attributes: { row: String, place: Int, price: Int } }
        Guest:
          attributes: { id: Int }
          relationships: { seat: { to: Seat?, inverse: none }, others: { to: [Seat], inverse: none } }
      """)
    let json = #"[{"id":1,"seat":{"row":"a","place":2},"others":[{"row":"b","place":3}]}]"#
    try model.importJSON(json, "Guest")
    #expect(try model.export("Guest") == json)
    #expect(try model.export("Seat") == "[]")
  }
}
