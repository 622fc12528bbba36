import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

@Suite struct VersionTests {
  @Test(arguments: 1...9) func `a database gets from each version to each later one, at once or by steps`(
    first: Int
  ) throws {
    let stepwise = try Versions.database(first)
    let start = try stepwise.copy()
    for last in (first + 1)...10 {
      let schema = try Versions.schema(last)
      let direct = try start.copy()
      let report = try direct.migrate(to: schema)
      try stepwise.migrate(to: schema)
      #expect(report.plan.losses == [])
      let layout = Layout(schema)
      #expect(try direct.sql().contents(layout) == stepwise.sql().contents(layout), "\(first) to \(last)")
      for (entity, json) in Versions.documents(last) { try direct.importJSON(json, entity) }
    }
  }

  @Test func `the last version has what the first one imported`() throws {
    let trial = try Versions.database(1)
    try trial.migrate(to: try Versions.schema(10))
    #expect(
      try trial.rows("SELECT * FROM \"Group\" ORDER BY number") == [
        "Japan|5|1974|-|-|UK", "Can|7|1968|1979|[\"kraut\"]|UK", "Neu!|9|1971|-|-|UK",
      ])
    #expect(
      try trial.rows("SELECT * FROM Release ORDER BY id") == [
        "1|Tago Mago|1971-02-01T00:00:00.000Z|12|listed|0.0|7|-|0",
        "2|Ege Bamyasi|1972-11-29T00:00:00.000Z|11|listed|0.0|7|-|1",
        "3|Tin Drum|1981-11-13T00:00:00.000Z|9|listed|0.0|5|-|0",
        "4|Nowhere|1990-10-15T00:00:00.000Z|8|listed|0.0|-|-|-",
      ])
    #expect(try trial.rows("SELECT * FROM Note") == ["1|first|-", "2|second|-", "3|first|-"])
    #expect(
      try trial.rows("SELECT relationship, target, source FROM _rowsmith_pending") == ["Group.albums|99|5"])
    try trial.importJSON(
      #"{"id": 99, "title": "Quiet Life", "released": "1979-11-17", "price": 7}"#, "Release")
    #expect(try trial.rows("SELECT \"group\" FROM Release WHERE id = 99") == ["5"])
  }
}
