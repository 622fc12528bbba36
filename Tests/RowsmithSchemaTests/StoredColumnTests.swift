import RowsmithSchema
import Testing

/// Where relationships and keys are stored: the names of columns and link tables that a model stands for.
@Suite struct StoredColumnTests {
  private typealias Relationship = Schema.Relationship

  private func entity(
    _ name: String, parent: String? = nil, key: [String] = ["id"], _ attributes: [Schema.Attribute] = [],
    _ relationships: [Relationship] = [], search: Schema.Search? = nil
  ) -> Schema.Entity {
    let own = key == ["id"] && parent == nil ? [Schema.Attribute.required("id", .int)] : []
    return Schema.Entity(
      name: name, parent: parent, primaryKey: key, attributes: own + attributes,
      relationships: relationships, search: search)
  }

  private func link(
    _ name: String, _ target: String, _ cardinality: Schema.Cardinality, inverse: String? = nil,
    isOptional: Bool = true, isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, target: target, cardinality: cardinality, isOptional: isOptional,
      importPaths: [.key(name)], exportPath: [name], inverse: inverse, isOrdered: isOrdered)
  }

  private func graph(_ entities: Schema.Entity...) -> SchemaGraph {
    SchemaGraph(Schema(name: "M", entities: entities))
  }

  private func storage(_ graph: SchemaGraph, _ name: String, _ entity: String) -> RelationshipStorage? {
    graph.relationship(name, of: entity).map { graph.storage(of: $0, in: entity) }
  }

  private func columns(_ graph: SchemaGraph, _ root: String) throws -> [String] {
    let entity = try #require(graph.entity(root))
    let hasIdentifier = graph.rootsWithRowIdentifiers.contains(root)
    return graph.columns(ofFamily: entity, hasRowIdentifier: hasIdentifier).map {
      $0.isRequired ? "\($0.name)!" : $0.name
    }
  }

  @Test func `a to-one relationship is a column named after it`() {
    let graph = graph(entity("A", [], [link("b", "B", .toOne)]), entity("B"))
    #expect(storage(graph, "b", "A") == .columns(["b"]))
  }

  @Test func `a to-one relationship to a key of several parts has a column for each`() {
    let graph = graph(
      entity("A", [], [link("line", "Line", .toOne)]),
      entity("Line", key: ["order", "n"], [.required("n", .int)], [link("order", "Order", .toOne)]),
      entity("Order", key: ["shop", "number"], [.required("shop", .uuid), .required("number", .string)]))
    #expect(storage(graph, "line", "A") == .columns(["line_order_shop", "line_order_number", "line_n"]))
    #expect(graph.keyColumns(of: "Line").map(\.name) == ["order_shop", "order_number", "n"])
    #expect(graph.keyColumns(of: "Line").map(\.type) == [.scalar(.uuid), .scalar(.string), .scalar(.int)])
  }

  @Test func `the key of an entity that declares none is the row identifier`() {
    let graph = graph(entity("A", [], [link("b", "B", .toOne)]), entity("B", key: []))
    #expect(storage(graph, "b", "A") == .columns(["b"]))
    #expect(graph.keyColumns(of: "B").map(\.name) == ["_rowsmith_id"])
    #expect(graph.keyColumns(of: "B").map(\.type) == [.scalar(.int)])
    #expect(graph.keyColumns(of: "Nothing").map(\.name) == ["_rowsmith_id"])
  }

  @Test func `a cycle of keys, which no model has, comes to an end`() {
    let graph = graph(
      entity("A", key: ["b"], [], [link("b", "B", .toOne)]),
      entity("B", key: ["a"], [], [link("a", "A", .toOne)]))
    #expect(graph.keyColumns(of: "A").map(\.name) == ["b"])
    #expect(graph.keyColumns(of: "A").map(\.type) == [.scalar(.int)])
  }

  @Test(arguments: [(false, nil), (true, "owner_position")] as [(Bool, String?)])
  func `a to-many over a to-one is stored at the other end, with a position if ordered`(
    isOrdered: Bool, position: String?
  ) throws {
    let graph = graph(
      entity("A", [], [link("things", "B", .toMany, inverse: "owner", isOrdered: isOrdered)]),
      entity("B", [], [link("owner", "A", .toOne, inverse: "things", isOptional: false)]))
    #expect(
      storage(graph, "things", "A")
        == .inverseColumns(relationship: "owner", columns: ["owner"], position: position))
    #expect(try columns(graph, "A") == ["id!"])
    #expect(try columns(graph, "B") == ["id!", "owner!"] + (position.map { [$0] } ?? []))
    #expect(graph.linkTables.isEmpty)
  }

  @Test func `a to-many without an inverse owns a link table`() {
    let graph = graph(entity("A", [], [link("bs", "B", .toMany)]), entity("B"))
    #expect(storage(graph, "bs", "A") == .linkTable(name: "A_bs", isSource: true))
    #expect(graph.linkTables.map(\.name) == ["A_bs"])
    #expect(graph.linkTables.map(\.entity) == ["A"])
  }

  @Test(arguments: [("Album", "Band"), ("Band", "Album")])
  func `of two to-many inverses the one that sorts first owns the link table`(first: String, second: String) {
    let graph = graph(
      entity(first, [], [link("others", second, .toMany, inverse: "others")]),
      entity(second, [], [link("others", first, .toMany, inverse: "others")]))
    #expect(storage(graph, "others", "Album") == .linkTable(name: "Album_others", isSource: true))
    #expect(storage(graph, "others", "Band") == .linkTable(name: "Album_others", isSource: false))
    #expect(graph.linkTables.map(\.name) == ["Album_others"])
  }

  @Test func `an inherited relationship is stored under the entity that declares it`() {
    let graph = graph(
      entity("Zebra", parent: "Base"), entity("Base", [], [link("tags", "Tag", .toMany, inverse: "of")]),
      entity("Tag", [], [link("of", "Zebra", .toMany, inverse: "tags")]))
    #expect(storage(graph, "tags", "Zebra") == .linkTable(name: "Base_tags", isSource: true))
    #expect(storage(graph, "of", "Tag") == .linkTable(name: "Base_tags", isSource: false))
  }

  @Test func `link tables are sorted by name`() {
    let graph = graph(
      entity("B", [], [link("y", "B", .toMany), link("a", "B", .toMany)]),
      entity("A", [], [link("z", "B", .toMany)]))
    #expect(graph.linkTables.map(\.name) == ["A_z", "B_a", "B_y"])
  }

  @Test func `a family has one table: attributes of all, then to-one relationships, then positions`() throws {
    let graph = graph(
      entity(
        "Media", [.required("title", .string), .optional("note", .string)], [link("owner", "User", .toOne)]),
      entity(
        "Image", parent: "Media", [.required("width", .int)],
        [link("album", "Album", .toOne, inverse: "images", isOptional: false)]),
      entity("Album", [], [link("images", "Image", .toMany, inverse: "album", isOrdered: true)]),
      entity("User"))
    // What a child requires is missing in the rows of its siblings.
    #expect(
      try columns(graph, "Media") == [
        "entityName!", "id!", "title!", "note", "width", "owner", "album", "album_position",
      ])
  }

  @Test func `a table without a key has a row identifier only where a link or a search needs it`() throws {
    let keyless = entity("K", key: [], [.required("n", .int)])
    #expect(try columns(graph(keyless), "K") == ["n!"])
    #expect(
      try columns(graph(keyless, entity("A", [], [link("k", "K", .toOne)])), "K") == ["_rowsmith_id!", "n!"])
    let searched = entity("K", key: [], [.required("t", .string)], search: Schema.Search(columns: ["t"]))
    #expect(try columns(graph(searched), "K") == ["_rowsmith_id!", "t!"])
    let toOne = entity("K", key: [], [], [link("a", "A", .toOne)])
    #expect(try columns(graph(toOne, entity("A")), "K") == ["a"])
    let toMany = entity("K", key: [], [], [link("as", "A", .toMany)])
    #expect(try columns(graph(toMany, entity("A")), "K") == ["_rowsmith_id!"])
    let pair = entity("K", key: [], [], [link("a", "A", .toOne, inverse: "ks")])
    let other = entity("A", [], [link("ks", "K", .toMany, inverse: "a")])
    #expect(try columns(graph(pair, other), "K") == ["_rowsmith_id!", "a"])
  }

  @Test func `the root has the row identifier of a family, whoever needs it`() {
    let graph = graph(
      entity("Base", key: []),
      entity("Child", parent: "Base", key: [], [.required("t", .string)], search: .init(columns: ["t"])),
      entity("Other", [], [link("child", "Child", .toOne)]))
    #expect(graph.rootsWithRowIdentifiers == ["Base"])
  }
}
