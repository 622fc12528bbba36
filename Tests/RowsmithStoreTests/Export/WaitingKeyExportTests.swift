import Rowsmith
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

  private func hall(seats: String) throws -> ModelStore {
    try ModelStore(
      """
      entities:
        Hall: { attributes: { id: Int }, relationships: { seats: { to: [Seat], \(seats) } } }
        Seat:
          PrimaryKey: [row, place]
          attributes: { row: String, place: Int, price: Int }
          relationships: { hall: Hall? }
      """)
  }

  private let halls =
    #"[{"id":1,"seats":[{"row":"b","place":3},{"row":"a\"[","place":-2}]},{"id":2,"seats":[{"row":"c","place":1}]}]"#

  @Test
  func `it waits in a list whose items name their parent, too`() throws {
    let model = try hall(seats: "ordered: true")
    try model.importJSON(halls, "Hall")
    let (json, report) = try model.exportAndReport("Hall")
    #expect(json == halls)
    #expect(report.notes == [])
    // Imported elsewhere, it waits there as well.
    let other = try hall(seats: "ordered: true")
    try other.importJSON(json, "Hall")
    try other.importJSON(#"{"row":"c","place":1,"price":7}"#, "Seat")
    #expect(try other.export("Seat") == #"[{"row":"c","place":1,"price":7,"hall":2}]"#)
    #expect(
      try other.export("Hall")
        == halls.replacing(#"{"row":"c","place":1}"#, with: #"{"row":"c","place":1,"price":7}"#))
  }

  @Test
  func `a list without an order has the waiting keys alone where it merges`() throws {
    let model = try hall(seats: "MergePolicy: Merge")
    try model.importJSON(halls, "Hall")
    try model.importJSON(#"[{"row":"b","place":3,"price":7},{"row":"c","place":1,"price":8}]"#, "Seat")
    #expect(try model.export("Hall") == #"[{"id":1,"seats":[{"row":"a\"[","place":-2}]},{"id":2}]"#)
  }

  @Test
  func `the parent that is part of the key is not repeated`() throws {
    let model = try ModelStore(
      """
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: [Line] } }
        Line:
          PrimaryKey: [order, place]
          attributes: { place: Int, amount: Int }
          relationships: { order: Order }
      """)
    let json = #"[{"id":7,"lines":[{"place":1},{"place":2}]}]"#
    try model.importJSON(json, "Order")
    #expect(try model.export("Order") == json)
  }
}
