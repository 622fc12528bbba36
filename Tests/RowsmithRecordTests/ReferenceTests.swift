import Rowsmith
import Testing

@Suite struct ReferenceTests {
  @Test func `a reference is a key that knows its entity`() {
    let lamp: Reference<Lamp> = 7
    #expect(lamp == Reference(Lamp(id: 7)))
    #expect(lamp.storedValues == [.integer(7)])
    #expect(lamp.description == "Lamp(7)")
    let room: Reference<Room> = "o'hall"
    #expect(room.key == "o'hall")
    #expect(room.description == "Room('o''hall')")
    #expect(Set([lamp, 7, 8]).count == 2)
  }

  @Test func `references to rows whose keys are composed differently are two, as in the database`() {
    let (composed, decomposed): (Reference<Room>, Reference<Room>) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed.key == decomposed.key)
    #expect(composed != decomposed)
    #expect(composed == "caf\u{E9}")
    #expect(Set([composed, decomposed, "caf\u{E9}"]).count == 2)
    let bulbs = [composed, decomposed].map { Reference<Bulb>(Bulb.ID(lamp: 7, place: $0.key)) }
    #expect(bulbs[0] != bulbs[1])
  }

  @Test func `a composite key is read from as many columns as it has`() throws {
    try SampleRow.with("SELECT 'x', 7, 'left', NULL, NULL") { (row: Row) throws in
      let bulb: Reference<Bulb> = try row.reference(at: 1)
      #expect(bulb.key == Bulb.ID(lamp: 7, place: "left"))
      #expect(bulb.storedValues == [.integer(7), .text("left")])
      #expect(Reference<Bulb>.columnCount == 2)
      #expect(try row.optionalReference(at: 3) == nil as Reference<Bulb>?)
    }
    #expect(
      try SampleRow.error("SELECT 7, NULL AS place") { let _: Reference<Bulb> = try $0.reference(at: 0) }?
        .column == "place")
  }

  @Test func `a row that nothing can refer to has no key to read`() throws {
    #expect(try SampleRow.error("SELECT 1") { _ = try Never(row: $0, at: 0) } != nil)
    #expect(Never.columnCount == 0)
  }
}
