import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// Members with the name of a key whose values repeat with other content.
@Suite struct SharedKeyTests {
  private func infer(_ json: String, named name: String = "record") throws -> (
    yaml: String, cautions: [String], imported: Imported
  ) {
    var options = Inference.Options()
    options.name = name
    let inferred = try Inference.infer([.string(json)], options)
    return (inferred.draft.yaml(), inferred.cautions, try Imported(inferred, .string(json)))
  }

  @Test(arguments: [
    #"{"s": "/0"}"#, #"["/0"]"#, #"[["/0"]]"#, #"{"a": {"s": "/0"}}"#, #"[{"s": "/0"}]"#,
  ])
  func `a key of parameters that repeats with another object or list is none`(_ value: String) throws {
    let json = """
      {"ts": "1", "params": [{"key": "page", "value": \(value)}, {"key": "sid", "value": \(value)}]}
      {"ts": "2", "params": [{"key": "page", "value": \(value.replacing("/0", with: "/1"))}]}
      """
    let (yaml, _, imported) = try infer(json, named: "events")
    #expect(!yaml.contains("PrimaryKey"))
    let texts = try imported.database.values()
    #expect(texts.contains { $0.contains("/0") } && texts.contains { $0.contains("/1") }, "\(texts)")
  }

  @Test(arguments: [("key", "value"), ("Key", "Value"), ("key", "doc_count")])
  func `a key beside its value is of the record around it`(_ key: String, _ value: String) throws {
    let json = """
      {"id": 1, "tags": [{"\(key)": "ab", "\(value)": 7}, {"\(key)": "cd", "\(value)": 8}]}
      """
    let draft = try ModelDraft.of(json, named: "server")
    #expect(draft.entities.map(\.name) == ["Server"] && draft.values.map(\.name) == ["Tag"])
  }

  @Test func `a code beside its value that comes again unchanged is that of a record`() throws {
    let (yaml, _, _) = try infer(
      """
      [{"id": 1, "units": [{"code": "kg", "value": "Kilogram"}, {"code": "m", "value": "Metre"}]},
       {"id": 2, "units": [{"code": "kg", "value": "Kilogram"}]}]
      """)
    #expect(yaml.contains("    PrimaryKey: code\n"), "\(yaml)")
  }

  @Test func `the order of an object's members is no difference, that of a list's items is one`() throws {
    func author(_ one: String, _ other: String) -> String {
      """
      [{"id": 1, "author": {"id": 7, "name": "A", "of": \(one)}},
       {"id": 2, "author": {"id": 7, "name": "A", "of": \(other)}}]
      """
    }
    let caution = "'Author': records came more than once with other values, and the later ones stay"
    #expect(try infer(author(#"{"a": 1, "b": [2]}"#, #"{"b": [2], "a": 1}"#)).cautions == [])
    #expect(try infer(author("[1, 2]", "[2, 1]")).cautions == [caution])
    #expect(try infer(author("[1, 2]", "[[1], 2]")).cautions == [caution])
    #expect(try infer(author("[]", "[1]")).cautions == [caution])
    #expect(try infer(author("{}", #"{"a": 1}"#)).cautions == [caution])
    #expect(try infer(author(#"{"a": 1}"#, #"{"b": 1}"#)).cautions == [caution])
    // A missing value contradicts nothing.
    #expect(try infer(author("null", "[1]")).cautions == [])
  }

  @Test func `what is null in one list and has a value in another belongs to the list`() throws {
    let (yaml, cautions, imported) = try infer(
      """
      [{"id": 1, "custom_fields": [{"id": 7, "value": "red"}, {"id": 8, "value": null}]},
       {"id": 2, "custom_fields": [{"id": 7, "value": null}, {"id": 8, "value": null}]}]
      """, named: "tickets")
    #expect(yaml.contains("    PrimaryKey: [ticket, id]\n") && cautions == [], "\(yaml)")
    #expect(try imported.database.rows(of: "CustomField") == 4)
  }

  @Test(arguments: [
    #"{"id": 7}"#, #"{"id": 7, "age": null}"#, #"{"id": 7, "age": null, "of": null, "at": 1}"#,
  ])
  func `a brief mention is of the same record, also where it has null`(_ mention: String) throws {
    let author = #"{"id": 7, "age": 4, "of": [1]}"#
    for authors in [[author, mention], [mention, author]] {
      let (yaml, cautions, imported) = try infer(posts(by: authors))
      // A null behind a value takes it away.
      #expect(cautions == (authors[1].contains("null") ? [Self.change] : []))
      #expect(yaml.contains("  Author:\n    attributes:\n      id: Int\n"), "\(yaml)")
      #expect(try imported.database.rows(of: "Author") == 1)
    }
  }

  private static let change =
    "'Author': records came more than once with other values, and the later ones stay"

  private func posts(by authors: [String]) -> String {
    let posts = authors.enumerated().map { #"{"id": \#($0 + 1), "author": \#($1)}"# }
    return "[\(posts.joined(separator: ", "))]"
  }

  @Test(arguments: [#"{"id": 7}"#, #"{"id": 7, "name": "A"}"#, #"{"id": 7, "name": "A", "age": null}"#])
  func `a record that changes behind a brief mention has changed`(_ mention: String) throws {
    let changing = [4, 5].map { #"{"id": 7, "name": "A", "age": \#($0)}"# }
    #expect(try infer(posts(by: [mention] + changing)).cautions == [Self.change])
    #expect(try infer(posts(by: [mention, changing[0], changing[0]])).cautions == [])
  }

  @Test(arguments: [1, 600, 1200])
  func `so has one of very many`(_ id: Int) throws {
    let mentions = (1...1200).map { #"{"id": \#($0), "name": "A"}"# }
    let changing = [4, 5].map { #"{"id": \#(id), "name": "A", "age": \#($0)}"# }
    #expect(try infer(posts(by: mentions + changing)).cautions == [Self.change])
  }

  @Test(arguments: [1, 600, 1200])
  func `of very many records one is cleared by a later one`(_ id: Int) throws {
    let authors = (1...1200).map { #"{"id": \#($0), "name": "A", "age": \#($0 % 9)}"# }
    let cleared = #"{"id": \#(id), "name": "A", "age": null}"#
    #expect(try infer(posts(by: authors + [cleared])).cautions == [Self.change])
    #expect(try infer(posts(by: [cleared] + authors)).cautions == [])
  }

  @Test(arguments: [8, 2000])
  func `what is another one nearly each time belongs to the record around it`(_ count: Int) throws {
    let games = (1...count).map { game in
      let player = count == 8 ? "ann" : game.isMultiple(of: 2) ? "p\(game / 2 % 10)" : "x\(game)"
      return """
        {"id": \(game), "white": {"id": "\(player)", "name": "N\(player)", "team": "x",
          "rating": \(1200 + game), "won": \(game.isMultiple(of: 3))}}
        """
    }
    let (yaml, cautions, imported) = try infer("[\(games.joined(separator: ","))]", named: "games")
    #expect(yaml.contains("      white: White\n") && yaml.contains("values:\n  White:\n") && cautions == [])
    let ratings = (1...count).map { Leaves.spelling(.number("\(1200 + $0)")) }
    #expect(try imported.database.values().isSuperset(of: ratings))
  }

  @Test func `null in one place and a value in another are two values`() throws {
    let (_, cautions, _) = try infer(
      """
      [{"id": 1, "author": {"id": 7, "name": "A", "age": 4}, "editor": {"id": 7, "name": "A", "age": null}},
       {"id": 2, "author": {"id": 8, "name": "B", "age": 5}, "editor": {"id": 8, "name": "B", "age": 5}}]
      """)
    #expect(cautions == [Self.change])
  }

  @Test func `a record in a record is compared by its key alone`() throws {
    let (yaml, cautions, imported) = try infer(
      """
      [{"id": 1, "author": {"id": 7, "name": "A", "team": {"id": 4, "title": "T"}}},
       {"id": 2, "author": {"id": 7, "name": "A", "team": {"id": 4}}},
       {"id": 3, "author": {"id": 8, "name": "B", "team": {"id": 4, "title": "T"}}}]
      """)
    #expect(cautions == [] && yaml.contains("      team: Team\n"))
    #expect(try imported.database.rows(of: "Author") == 2 && imported.database.rows(of: "Team") == 1)
  }

  @Test func `what differs from list to list belongs to the list, also where it is a list itself`() throws {
    let (yaml, cautions, imported) = try infer(
      """
      [{"id": 1, "mentions": [{"id": 7, "screen_name": "ann", "indices": [0, 4]}]},
       {"id": 2, "mentions": [{"id": 7, "screen_name": "ann", "indices": [3, 7]},
                              {"id": 8, "screen_name": "bob", "indices": [9, 12]}]}]
      """, named: "tweets")
    #expect(yaml.contains("    PrimaryKey: [tweet, id]\n") && cautions == [])
    #expect(try imported.database.rows(of: "Mention") == 3)
  }

  @Test func `a few differences among many repetitions are records that have changed`() throws {
    let posts = (1...9).map { post in
      #"{"id": \#(post), "tags": [{"id": 3, "name": "a", "uses": \#(post == 9 ? 8 : 7)}]}"#
    }
    let (yaml, cautions, _) = try infer("[\(posts.joined(separator: ","))]", named: "posts")
    #expect(yaml.contains("      tags: { to: [Tag], ordered: true }"))
    #expect(cautions == ["'Tag': records came more than once with other values, and the later ones stay"])
  }

  @Test func `an id of which only the kind is the same again is that of a property, not of a record`() throws
  {
    func page(_ id: Int, _ price: String) -> String {
      #"{"id": "p\#(id)", "cost": {"id": "BJXS", "type": "number", "number": \#(price)}}"#
    }
    for other in ["3.5", "null"] {
      let (yaml, cautions, imported) = try infer("[\(page(1, "2.5")), \(page(2, other))]", named: "pages")
      #expect(yaml.contains("      cost: Cost\n") && yaml.contains("values:\n  Cost:\n") && cautions == [])
      let prices = ["2.5", other].filter { $0 != "null" }.map { Leaves.spelling(.number($0)) }
      #expect(try imported.database.values().isSuperset(of: prices))
    }
  }

  @Test(
    arguments: [
      (["Name", "Price"], [["id"]]), (["Full Name", "Unit Price"], [["id"], ["page", "key"]]),
    ] as [([String], [[String]])])
  func `a property whose type names its value is of the record around it, be there one`(
    _ names: [String], _ keys: [[String]]
  ) throws {
    let draft = try ModelDraft.of(
      """
      {"id": "p1", "properties": {"\(names[0])": {"id": "title", "type": "title", "title": "T"},
        "\(names[1])": {"id": "evWq", "type": "number", "number": 2.5}}}
      """, named: "page")
    #expect(draft.entities.map(\.primaryKey) == keys)
  }

  @Test func `what has a type and more than its value is a record`() throws {
    let draft = try ModelDraft.of(
      #"{"id": 1, "method": {"id": "pm_1", "type": "card", "card": {"brand": "visa"}, "created": 5}}"#,
      named: "payment")
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["id"]])
  }

  @Test func `a number beside an id that some lack is no key`() throws {
    let (yaml, cautions, imported) = try infer(
      """
      [{"track": {"id": "aaa", "name": "One", "track_number": 1}},
       {"track": {"id": "bbb", "name": "Two", "track_number": 4}},
       {"track": {"id": null, "name": "Local", "track_number": 0}}]
      """, named: "items")
    #expect(!yaml.contains("PrimaryKey") && yaml.contains("      track: Track\n"))
    #expect(cautions == ["'Item': no member tells its records apart, so each import adds them again"])
    #expect(try imported.database.rows(of: "Item") == 3)
  }

  @Test(arguments: [("added_on", 4), ("name", 3)])
  func `the items of two lists with nothing but a key in common are of two entities`(
    _ other: String, _ count: Int
  ) throws {
    let (_, _, imported) = try infer(
      """
      {"orders": [{"id": 1, "total": 5, "items": [{"id": 1, "quantity": 2}, {"id": 2, "quantity": 3}]}],
       "wishlists": [{"id": 4, "title": "Gifts",
                      "items": [{"id": 1, "\(other)": "a"}, {"id": 3, "\(other)": "b"}]}]}
      """)
    // Beside the order and the wish list.
    #expect(imported.report.entities.values.reduce(0) { $0 + $1.inserted } == 2 + count)
  }

  // MARK: A record twice in one list

  @Test func `records that are twice in a list are said to lose a place`() throws {
    let (yaml, cautions, _) = try infer(
      #"[{"id": 1, "songs": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}, {"id": 1, "n": "a"}]}]"#,
      named: "lists")
    #expect(yaml.contains("ordered: true }  # 1 of 2 twice in a list, which keeps the first place\n"))
    #expect(
      cautions == ["'List.songs': 1 of 2 records are twice in a list, which keeps only the first place"])
  }

  @Test(arguments: [
    (150, "# some in several lists", [String]()),
    (
      3, "# some twice in a list, which keeps the first place",
      ["'Order.items': some records are twice in a list, which keeps only the first place"]
    ),
  ])
  func `one of very many records that is in two lists, or twice in one, keeps the list from its records`(
    _ other: Int, _ comment: String, _ said: [String]
  ) throws {
    let orders = (1...200).map { order in
      let ids = (0..<10).map { order * 100 + $0 } + (order == other ? [303] : [])
      let items = ids.map { #"{"id": \#($0), "size": \#($0 % 7)}"# }
      return #"{"id": \#(order), "items": [\#(items.joined(separator: ","))]}"#
    }
    let (yaml, cautions, imported) = try infer("[\(orders.joined(separator: ","))]", named: "orders")
    #expect(yaml.contains("ordered: true }  \(comment)\n"), "\(yaml)")
    #expect(!yaml.contains("export: false") && cautions == said)
    #expect(try imported.database.rows(of: "Order_items") == (other == 3 ? 2000 : 2001))
  }

  @Test func `records of very many that come again unchanged are known by their name`() throws {
    let lists = (0..<200).map { list in
      let numbers: [Int] = (0..<20).map { list * 20 + $0 } + (list == 150 || list == 160 ? [77] : [])
      let tunes = numbers.map { #"{"name": "t\#($0)", "length": \#($0), "tempo": \#(100 + $0 % 20)}"# }
      return #"{"id": \#(list), "tunes": [\#(tunes.joined(separator: ","))]}"#
    }
    let (yaml, _, imported) = try infer("[\(lists.joined(separator: ","))]", named: "lists")
    #expect(yaml.contains("    PrimaryKey: name\n"), "\(yaml)")
    #expect(try imported.database.rows(of: "Tune") == 4000)
    #expect(try imported.database.rows(of: "List_tunes") == 4002)
  }

  @Test func `keys that are twice in a list of records are said to lose a place`() throws {
    let (yaml, cautions, _) = try infer(
      #"[{"id": 1, "songs": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}]}, {"id": 2, "songs": [1, 2, 1]}]"#,
      named: "lists")
    #expect(yaml.contains("ordered: true }  # 1 of 2 has a record twice, which keeps the first place\n"))
    #expect(
      cautions == ["'List.songs': 1 of 2 lists have a record twice, which keeps only the first place"])
  }

  @Test(arguments: [("[1, 2, 3, 1]", "[Int]"), ("[1, 2, 3]", "[Node]")])
  func `a list that repeats keys is a list of values`(_ nodes: String, _ type: String) throws {
    let (yaml, _, imported) = try infer(
      """
      {"nodes": [{"id": 1, "lat": 1.5}, {"id": 2, "lat": 2.5}, {"id": 3, "lat": 3.5}],
       "ways": [{"id": 10, "node_ids": \(nodes)}]}
      """, named: "node")
    let member = type == "[Int]" ? "nodeIDs: [Int]" : "nodes: { to: [Node], ordered: true }"
    #expect(yaml.contains("      \(member)\n"))
    guard type == "[Int]" else { return }
    let way = try imported.store.read { try $0.rows("SELECT * FROM Way") }
    #expect("\(way)".contains("[1,2,3,1]"), "\(way)")
  }

  @Test(arguments: ["code", "key", "name", "slug"])
  func `what is no sure key and twice in a list makes a list of values`(_ key: String) throws {
    let (yaml, cautions, _) = try infer(
      """
      [{"id": 1, "steps": [{"\(key)": "aa", "size": 1, "on": true}, {"\(key)": "ab", "size": 2, "on": true},
                           {"\(key)": "aa", "size": 1, "on": true}]}]
      """, named: "recipes")
    #expect(yaml.contains("      steps: [Step]\n") && cautions == [])
  }
}
