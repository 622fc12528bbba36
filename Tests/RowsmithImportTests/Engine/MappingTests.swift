import RowsmithSchema
import Testing

@testable import Rowsmith

/// How a model is mapped, which the first read or write of a store waits for.
@Suite struct MappingTests {
  private func entity(
    _ name: String, extending parent: String? = nil,
    _ attributes: [Schema.Attribute] = [.required("id", .int)],
    _ relationships: [Schema.Relationship] = []
  ) -> Schema.Entity {
    Schema.Entity(
      name: name, parent: parent, primaryKey: ["id"], attributes: attributes, relationships: relationships)
  }

  private func link(
    _ name: String, _ target: String, _ cardinality: Schema.Cardinality, inverse: String? = nil
  ) -> Schema.Relationship {
    Schema.Relationship(
      name: name, target: target, cardinality: cardinality, keys: [name], foreignKeys: [],
      mergePolicy: .merge,
      inverse: inverse)
  }

  // Where every relationship was compared with every other, it took a minute.
  @Test(.timeLimit(.minutes(10))) func `thousands of entities that lead to each other are mapped soon`()
    throws
  {
    let count = 3000
    let entities = (0..<count).map { number in
      entity(
        "E\(number)", [.required("id", .int)],
        [
          link("next", "E\((number + 1) % count)", .toOne, inverse: "previous"),
          link("previous", "E\((number + count - 1) % count)", .toMany, inverse: "next"),
          link("best", "E\(number * 7 % count)", .toOne), link("others", "E\(number * 3 % count)", .toMany),
        ])
    }
    let mapping = try Mapping(schema: Schema(name: "Test", entities: entities))
    defer { withExtendedLifetime(mapping) {} }
    let (first, last) = try (mapping.requireEntity("E0"), mapping.requireEntity("E\(count - 1)"))
    #expect(mapping.relationships.count == 4 * count)
    #expect(last.relationships[0].inverse === first.relationships[1])
    #expect(last.reachable == UInt64.max)
    #expect(last.hasConflicts)
  }

  @Test func `a relationship conflicts with those that embed what its links are stored with`() throws {
    let entities = [
      entity(
        "Band", [.required("id", .int)],
        [
          link("albums", "Album", .toMany, inverse: "band"), link("best", "Album", .toOne),
          link("leader", "Person", .toOne, inverse: "leads"), link("fans", "Person", .toMany),
        ]),
      entity("Album", [.required("id", .int)], [link("band", "Band", .toOne, inverse: "albums")]),
      entity("Person", [.required("id", .int)], [link("leads", "Band", .toOne, inverse: "leader")]),
    ]
    let mapping = try Mapping(schema: Schema(name: "Test", entities: entities))
    let names = mapping.relationships.map(\.qualifiedName)
    let conflicts = mapping.relationships.map { one in
      zip(names, mapping.relationships).filter { one.conflicts & $0.1.bit != 0 }.map(\.0)
    }
    let ofPairs = ["Band.leader", "Band.fans", "Album.band", "Person.leads"]
    #expect(
      conflicts == [
        ["Band.albums", "Band.best"], [], ofPairs, ["Band.fans"], [], ofPairs,
      ])
    #expect(try mapping.requireEntity("Band").hasConflicts)
  }

  @Test func `entities share how the attributes that they inherit are mapped`() throws {
    let entities = [
      entity("Media"), entity("Image", extending: "Media", [.optional("width", .int)]),
      entity("Photo", extending: "Image", []),
    ]
    let mapping = try Mapping(schema: Schema(name: "Test", entities: entities))
    defer { withExtendedLifetime(mapping) {} }
    let (media, photo) = try (mapping.requireEntity("Media"), mapping.requireEntity("Photo"))
    #expect(photo.attributes.map(\.qualifiedName) == ["Media.id", "Image.width"])
    #expect(photo.attributes[0] === media.attributes[0])
    #expect(photo.ownsSlot[photo.attributes[1].slot] && !media.ownsSlot[photo.attributes[1].slot])
  }
}
