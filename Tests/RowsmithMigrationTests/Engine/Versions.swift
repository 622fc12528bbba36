import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Ten versions of one model, and what each of them imported when it was new.
enum Versions {
  static let all = 1...10

  static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Versions")
  }

  static func path(_ version: Int) -> String { folder.appendingPathComponent("v\(version).yml").path }

  static func schema(_ version: Int) throws -> Schema {
    let model = ModelCompiler.load(path: path(version))
    #expect(model.diagnostics.map(\.description) == [])
    var schema = try #require(model.schema)
    schema.name = "Catalogue"
    return schema
  }

  /// What is imported into a database of the version.
  static func documents(_ version: Int) -> [(entity: String, json: String)] {
    switch version {
    case 1:
      [
        (
          "Band",
          """
          [{"name": "Can", "number": 7, "formed": 1968, "hiatus": "1979", "tags": "kraut"},
           {"name": "Japan", "number": 5, "formed": 1974, "albums": [3, 99]}, {"name": "Neu!", "number": 9, "formed": 1971}]
          """
        ),
        (
          "Album",
          """
          [{"id": 1, "title": "Tago Mago", "released": "1971-02-01", "price": 12, "band": "Can"},
           {"id": 2, "title": "Ege Bamyasi", "released": "1972-11-29", "price": 11, "band": "Can"},
           {"id": 3, "title": "Tin Drum", "released": "1981-11-13", "price": 9},
           {"id": 4, "title": "Nowhere", "released": "1990-10-15", "price": 8}]
          """
        ),
        ("Note", #"[{"text": "first"}, {"text": "second"}, {"text": "first"}]"#),
      ]
    case 2: [("Album", #"[{"id": 3, "label": "virgin"}, {"id": 1, "label": "spoon"}]"#)]
    case 3:
      [
        ("Genre", #"[{"word": "rock"}, {"word": "pop"}]"#),
        ("Band", #"{"name": "Can", "genres": ["rock", "noise"]}"#),
      ]
    case 4: [("Band", #"{"name": "Can", "albums": [2, 1]}"#)]
    case 5:
      [
        ("Person", #"[{"id": 2, "name": "Holger"}, {"id": 1, "name": "Jaki"}]"#),
        ("Band", #"{"name": "Can", "members": [2, 1]}"#), ("Note", #"{"text": "about", "release": 4}"#),
        ("Genre", #"{"word": "pop", "bands": ["Japan", "Can"]}"#),
      ]
    case 6:
      [
        ("Person", #"{"entity_name": "Singer", "id": 3, "name": "Damo", "range": "tenor"}"#),
        ("Label", #"{"code": "virgin", "city": "London"}"#),
      ]
    case 7: [("Band", #"{"number": 5, "members": [3]}"#)]
    case 8: [("Release", #"{"id": 1, "rating": 4.5, "notes": [{"text": "long"}]}"#)]
    case 9:
      [
        (
          "Release",
          #"{"id": 1, "tracks": [{"side": "A", "number": 1, "title": "Paperhouse"}], "status": "lost"}"#
        )
      ]
    default: []
    }
  }

  /// A database that has been through all versions up to this one, with the documents of each.
  static func database(_ version: Int) throws -> Trial {
    let trial = try Trial(schema: try schema(1), documents(1))
    for next in all.dropFirst() where next <= version {
      try trial.migrate(to: try schema(next))
      for (entity, json) in documents(next) { try trial.importJSON(json, entity) }
    }
    return trial
  }
}
