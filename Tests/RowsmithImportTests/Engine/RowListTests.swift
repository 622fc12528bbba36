import RowsmithSchema
import Testing

@testable import Rowsmith

/// Lists of rows and keys that are distinct: few are searched one by one, many by their hash.
@Suite struct RowListTests {
  @Test(arguments: [1, 15, 16, 17, 18, 40])
  func `a row is in the list once, however many there are`(count: Int) {
    var list = RowList()
    let rows = (0..<Int64(count)).map { $0 * 7 % 101 }
    for row in rows {
      #expect(!list.contains(row))
      let isNew = list.insert(row)
      #expect(isNew)
    }
    for row in rows {
      let isNew = list.insert(row)
      #expect(list.contains(row) && !isNew)
    }
    #expect(list.rows == rows)
    #expect(!list.contains(101))
  }

  @Test(arguments: [1, 15, 16, 17, 18, 40])
  func `a key is in the list once, with all its parts`(count: Int) {
    var list = KeyList()
    let arena = Arena()
    let keys = (0..<count).map { index in
      [arena.cell(.integer(Int64(index / 3))), arena.cell(.text("part \(index % 3)"))]
    }
    let firsts = keys.map { list.insert($0) }
    let seconds = keys.map { list.insert($0) }
    #expect(firsts.allSatisfy { $0 } && !seconds.contains(true))
    #expect(list.count == count)
    #expect(list.keys.map { $0.map(\.stored) } == keys.map { $0.map(\.stored) })
    let isNew = list.insert([arena.cell(.integer(0)), arena.cell(.text("part 3"))])
    #expect(isNew)
  }

  @Test func `the keys of two lists are those of both, each once`() {
    func list(_ keys: Range<Int64>) -> KeyList {
      var list = KeyList()
      for key in keys { _ = list.insert([Cell(key)]) }
      return list
    }
    let union = list(0..<14).union(list(10..<20))
    #expect(union.keys.map { $0[0].stored } == (0..<20).map { .integer($0) })
    #expect(union.union(KeyList()).count == 20)
    #expect(KeyList().union(union).count == 20)
    #expect(list(0..<20).union(list(5..<15)).count == 20)
  }

  @Test func `no number follows the greatest`() throws {
    #expect(try following(-1) == 0)
    #expect(try following(.max - 1) == .max)
    let error = #expect(throws: StoreError.self) { try following(.max) }
    #expect(
      error?.message == "the order of the links already has the largest number, so none can follow")
  }
}
