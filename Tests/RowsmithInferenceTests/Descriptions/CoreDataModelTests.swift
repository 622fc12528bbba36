import RowsmithInference
import RowsmithModel
import Testing

/// Entities of a Core Data model: their keys, indexes and names, and what stands beside them.
@Suite struct CoreDataModelTests {
  private func draft(_ content: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    try Facts.draft(of: "<?xml version=\"1.0\"?>\n<model>\(content)</model>", at: location)
  }

  private static func attributes(_ names: String...) -> String {
    names.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }.joined()
  }

  private static func info(_ key: String, _ value: String) -> String {
    "<userInfo><entry key=\"\(key)\" value=\"\(value)\"/></userInfo>"
  }

  private static func unique(_ lists: [String]...) -> String {
    let lines = lists.map { list in
      "<uniquenessConstraint>\(list.map { "<constraint value=\"\($0)\"/>" }.joined())</uniquenessConstraint>"
    }
    return "<uniquenessConstraints>\(lines.joined())</uniquenessConstraints>"
  }

  @Test(
    arguments: [
      // What the user info says goes before names, and names before what is unique.
      (info("PrimaryKey", "b") + unique(["c"]), "id", ["b"]), (unique(["c"]), "id", ["id"]),
      (unique(["c"]), "bandID", ["bandID"]), (unique(["c"]), "bandId", ["bandId"]),
      (unique(["c"]), "bandid", ["c"]), (unique(["c", "b"]), "x", ["c", "b"]),
      // The first that is on attributes of its own.
      (unique(["none"], ["b", "none"], ["c"], ["b"]), "x", ["c"]), ("", "x", []),
      (info("RKEntityIdentificationAttributes", "b, c"), "id", ["b", "c"]),
      (info("identityAttribute", "b"), "id", ["b"]), (info("primaryKey", "b"), "id", ["b"]),
      (info("PrimaryKey", "b, none"), "id", ["id"]), (info("PrimaryKey", ""), "id", ["id"]),
    ] as [(String, String, [String])])
  func `a key is what is named, called like one, or unique`(said: String, name: String, key: [String]) throws
  {
    let draft = try draft("<entity name=\"Band\">\(Self.attributes(name, "b", "c"))\(said)</entity>")
    #expect(draft.entities[0].primaryKey == key)
  }

  @Test func `a key that is no single value is no key`() throws {
    let draft = try draft(
      """
      <entity name="Band"><attribute name="id" attributeType="Transformable"/>\(Self.attributes("name"))\
      \(Self.unique(["id"], ["name"]))</entity>
      """)
    #expect(draft.entities[0].primaryKey == ["name"])
  }

  @Test(arguments: [
    "attributeType=\"String\" transient=\"YES\"", "attributeType=\"String\" derived=\"YES\"",
    "attributeType=\"Mystery\"", "attributeType=\"Composite\" compositeName=\"Place\"",
  ])
  func `what no single column holds is no key, and not unique`(type: String) throws {
    let place = "<composite name=\"Place\">\(Self.attributes("city"))</composite>"
    for name in ["id", "code"] {
      let attributes = "<attribute name=\"\(name)\" \(type)/>\(Self.attributes("name"))"
      // What is called like a key, or unique, and what the user info says.
      let uniques = Self.unique([name], [name, "name"], ["name"])
      let unique = try draft("<entity name=\"Band\">\(attributes)\(uniques)</entity>\(place)")
      #expect(unique.entities[0].primaryKey == ["name"])
      let info = Self.info("PrimaryKey", name)
      let said = try draft("<entity name=\"Band\">\(attributes)\(info)</entity>\(place)")
      #expect(said.entities[0].primaryKey == [])
      #expect(said.noted.first == "entity Band: the key '\(name)' is not stored as a single value; left out")
    }
  }

  private func fetchIndex(_ names: String...) -> String {
    let elements = names.map { "<fetchIndexElement property=\"\($0)\" type=\"Binary\" order=\"ascending\"/>" }
    return "<fetchIndex name=\"by\">\(elements.joined())</fetchIndex>"
  }

  @Test(arguments: [
    (["a"], "a: { type: String, index: true }", ""), (["a", "b"], "a: String", "    indexes: [[a, b]]\n"),
    // A relationship has an index of its own, and is a part of another.
    (["maker"], "a: String", ""), (["maker", "a"], "a: String", "    indexes: [[maker, a]]\n"),
  ])
  func `an index is one here`(names: [String], attribute: String, setting: String) throws {
    let elements = names.map { "<fetchIndexElement property=\"\($0)\" type=\"Binary\" order=\"ascending\"/>" }
    let compound = names.map { "<index value=\"\($0)\"/>" }
    for index in [
      "<fetchIndex name=\"by\">\(elements.joined())</fetchIndex>",
      "<compoundIndexes><compoundIndex>\(compound.joined())</compoundIndex></compoundIndexes>",
    ] {
      let draft = try draft(
        """
        <entity name="Thing">\(Self.attributes("id", "a", "b"))\(index)<relationship name="maker" optional="YES" \
        maxCount="1" destinationEntity="Thing"/></entity>
        """)
      #expect(draft.line("Thing", "a") == attribute)
      let written = draft.yaml().split(separator: "\n").filter { $0.hasPrefix("    indexes:") }
      #expect(written.map { "\($0)\n" }.joined() == setting)
      #expect(draft.notes.isEmpty)
    }
  }

  @Test(arguments: [
    "<fetchIndex name=\"by\"><fetchIndexElement expression=\"lower:(a)\"/></fetchIndex>",
    "<fetchIndex name=\"by\"><fetchIndexElement property=\"none\"/></fetchIndex>",
    "<fetchIndex name=\"by\"><fetchIndexElement property=\"kept\"/></fetchIndex>", unique(["a", "none"]),
  ])
  func `an index on something else is noted`(index: String) throws {
    let draft = try draft(
      """
      <entity name="Thing">\(Self.attributes("id", "a"))\
      <attribute name="kept" attributeType="String" transient="YES"/>\(index)</entity>
      """)
    #expect(
      draft.noted.last
        == "entity Thing: an index or uniqueness constraint is not only on its own attributes; left out")
    #expect(draft.line("Thing", "a") == "a: String")
  }

  @Test func `an index that another covers is left out`() throws {
    let draft = try draft(
      """
      <entity name="Thing">\(Self.attributes("id", "a", "b"))\(fetchIndex("a"))\(fetchIndex("a", "b"))\
      \(fetchIndex("id"))\(Self.unique(["id"], ["b"], ["b"]))\(fetchIndex("b"))</entity>
      """)
    #expect(draft.line("Thing", "a") == "a: String")
    #expect(draft.line("Thing", "b") == "b: { type: String, unique: true }")
    #expect(draft.yaml().contains("    indexes: [[a, b]]\n"))
  }

  @Test func `what an app asks for is noted as a query of the app`() throws {
    let draft = try draft(
      """
      <entity name="Thing">\(Self.attributes("id"))<fetchedProperty name="recent"/></entity>
      <fetchRequest name="AllThings" entity="Thing"/><fetchRequest entity="Thing"/>
      """)
    #expect(
      draft.noted == [
        "fetch request AllThings: left out; write it as a query of the app",
        "fetch request a fetch request: left out; write it as a query of the app",
        "entity Thing, recent: a fetched property; write it as a query of the app",
      ])
  }

  @Test(arguments: [
    ("", "snake_case"), (info("hyper.isPrimaryKey", "YES"), "snake_case"),
    (info("mappedKeyName", "theID"), "exact"), (info("DC.isIdentifier", "YES"), "exact"),
    (info("zebra", "x"), "snake_case"),
  ])
  func `with a library that names keys, they are spelled like the names`(info: String, casing: String) throws
  {
    let draft = try draft(
      "<entity name=\"Thing\"><attribute name=\"theID\" attributeType=\"String\">\(info)</attribute></entity>"
    )
    #expect(draft.casing.rawValue == casing)
  }

  @Test func `names that no model allows are made into some that it does`() throws {
    let draft = try draft(
      """
      <entity name="Data">\(Self.attributes("id", "hash", "self"))<relationship name="type" optional="YES" maxCount="1" \
      destinationEntity="error" inverseName="data"/></entity>
      <entity name="error">\(Self.attributes("id"))<relationship name="data" toMany="YES" destinationEntity="Data" \
      inverseName="type"/></entity>
      """)
    #expect(draft.entities.map(\.name) == ["DataRecord", "ErrorRecord"])
    #expect(draft.line("DataRecord", "itsSelf") == "itsSelf: { type: String, ImportName: self }")
    #expect(draft.line("ErrorRecord", "data") == "data: [DataRecord]")
  }

  @Test func `a relationship that leads nowhere is noted, and one of a kept name kept`() throws {
    let draft = try draft(
      """
      <entity name="Band">\(Self.attributes("id"))<relationship name="a" toMany="YES" destinationEntity="Gone"/>\
      <relationship name="b" toMany="YES"/><relationship name="groups" toMany="YES" elementID="circles" \
      destinationEntity="Band"/></entity>
      """)
    #expect(
      draft.noted == [
        "entity Band, a: leads to 'Gone', which is not an entity; left out",
        "entity Band, b: leads to 'nothing', which is not an entity; left out",
      ])
    #expect(draft.line("Band", "groups") == "groups: { to: [Band], RenamedFrom: circles }")
  }

  @Test func `members of one name in a family are told apart by what has them`() throws {
    let draft = try draft(
      """
      <entity name="Base">\(Self.attributes("id"))</entity>
      <entity name="Small" parentEntity="Base">\(Self.attributes("size"))\
      <relationship name="next" optional="YES" maxCount="1" destinationEntity="Small"/></entity>
      <entity name="Large" parentEntity="Base">\(Self.attributes("size"))\
      <relationship name="next" optional="YES" maxCount="1" destinationEntity="Large"/></entity>
      <entity name="Other">\(Self.attributes("id", "size"))</entity>
      """)
    #expect(draft.line("Small", "size") == "size: String")
    #expect(draft.line("Large", "largeSize") == "largeSize: { type: String, ImportName: size }")
    #expect(
      draft.line("Large", "largeNext") == "largeNext: { to: Large?, ImportName: next, ForeignKey: next_id }")
    #expect(draft.line("Other", "size") == "size: String")
  }

  @Test func `a relationship that gets another name reads keys from where its own name implies them`()
    throws
  {
    let draft = try draft(
      """
      <entity name="Base">\(Self.attributes("id"))</entity>
      <entity name="Note">\(Self.attributes("text"))</entity>
      <entity name="Small" parentEntity="Base">
      <relationship name="parts" optional="YES" toMany="YES" destinationEntity="Base"/>
      <relationship name="top" optional="YES" maxCount="1" destinationEntity="Base"/>
      <relationship name="note" optional="YES" maxCount="1" destinationEntity="Note"/></entity>
      <entity name="Large" parentEntity="Base">\(Self.attributes("topID"))
      <relationship name="parts" optional="YES" toMany="YES" destinationEntity="Base"/>
      <relationship name="top" optional="YES" maxCount="1" destinationEntity="Base"/>
      <relationship name="note" optional="YES" maxCount="1" destinationEntity="Note"/></entity>
      """)
    #expect(
      draft.line("Large", "largeParts")
        == "largeParts: { to: [Base], ImportName: parts, ForeignKey: part_ids }")
    // What an attribute reads is no key of the relationship, and what has no key is in no other record.
    #expect(draft.line("Large", "largeTop") == "largeTop: { to: Base?, ImportName: top }")
    #expect(draft.line("Large", "largeNote")?.contains("ForeignKey") == false)
    #expect(draft.line("Small", "parts") == "parts: [Base]")
  }

  @Test func `a member that gets another name is read from the key that its own name implies`() throws {
    let draft = try draft(
      """
      <entity name="Media">\(Self.attributes("id"))</entity>
      <entity name="Photo" parentEntity="Media">\(Self.attributes("imageURL"))</entity>
      <entity name="Video" parentEntity="Media">\(Self.attributes("imageURL"))</entity>
      <entity name="Band"><attribute name="bandID" attributeType="Transformable"/>\(Self.attributes("name"))</entity>
      """)
    #expect(draft.line("Photo", "imageURL") == "imageURL: String")
    #expect(draft.line("Video", "videoImageURL") == "videoImageURL: { type: String, ImportName: image_url }")
    #expect(draft.line("Band", "bandIDValue") == "bandIDValue: { type: JSON, ImportName: band_id }")
    let exact = try self.draft(
      """
      <entity name="Band"><attribute name="bandID" attributeType="Transformable"/>\
      <attribute name="name" attributeType="String">\(Self.info("mappedKeyName", "title"))</attribute></entity>
      """)
    #expect(exact.line("Band", "bandIDValue") == "bandIDValue: { type: JSON, ImportName: bandID }")
  }

  @Test func `a key below a root without one is noted, as no record would be recognised by it`() throws {
    let draft = try draft(
      """
      <entity name="Base" isAbstract="YES"><attribute name="createdAt" attributeType="Date"/></entity>
      <entity name="User" parentEntity="Base">\(Self.attributes("code"))\(Self.info("PrimaryKey", "code"))</entity>
      <entity name="Post" parentEntity="Base">\(Self.attributes("postID"))</entity>
      <entity name="Like" parentEntity="Base">\(Self.attributes("text"))</entity>
      """)
    #expect(draft.entities[0].primaryKey == [])
    #expect(
      draft.noted.filter { $0.contains("the key") } == [
        "entity User: the key 'code' is left out: its records have the key of 'Base', which has none",
        "entity Post: the key 'postID' is left out: its records have the key of 'Base', which has none",
      ])
  }

  @Test func `what is unique below a root without a key, or what relationships say, is noted as a key, too`()
    throws
  {
    let draft = try draft(
      """
      <entity name="Base" isAbstract="YES"><attribute name="createdAt" attributeType="Date"/></entity>
      <entity name="Post" parentEntity="Base">\(Self.attributes("slug"))\(Self.unique(["slug"]))</entity>
      <entity name="User" parentEntity="Base">\(Self.attributes("code"))</entity>
      <entity name="Ad">\(Self.attributes("id"))\
      <relationship name="user" optional="YES" maxCount="1" destinationEntity="User">\
      \(Self.info("relatedByAttribute", "code"))</relationship></entity>
      """)
    #expect(
      draft.noted.filter { $0.contains("the key") } == [
        "entity Post: the key 'slug' is left out: its records have the key of 'Base', which has none",
        "entity User: the key 'code' is left out: its records have the key of 'Base', which has none",
      ])
  }

  @Test func `a key that an entity between names is that of what extends it`() throws {
    let draft = try draft(
      """
      <entity name="Base" isAbstract="YES">\(Self.attributes("uid"))</entity>
      <entity name="Media" parentEntity="Base" isAbstract="YES">\
      \(Self.info("identityAttributes", "uid"))</entity>
      <entity name="Photo" parentEntity="Media">\(Self.attributes("a"))</entity>
      <entity name="Video" parentEntity="Media">\(Self.attributes("b"))</entity>
      """)
    #expect(draft.entities[0].primaryKey == ["uid"])
    #expect(draft.noted == [])
  }

  @Test func `a key that all name below a root is the key of the root, and another one is noted`() throws {
    func family(_ photo: String, _ video: String, root: String = "") throws -> ModelDraft {
      try draft(
        """
        <entity name="Media" isAbstract="YES">\(Self.attributes("uid", "path"))\(root)</entity>
        <entity name="Photo" parentEntity="Media">\(Self.attributes("a"))\(photo)</entity>
        <entity name="Video" parentEntity="Media">\(Self.attributes("b"))\(video)</entity>
        """)
    }
    let (uid, path) = (Self.info("identityAttributes", "uid"), Self.info("identityAttributes", "path"))
    let shared = try family(uid, uid)
    #expect(shared.entities[0].primaryKey == ["uid"])
    #expect(shared.noted == [])
    #expect(try family(uid, path).entities[0].primaryKey == [])
    #expect(try family(uid, "").entities[0].primaryKey == [])
    let rooted = try family(path, uid, root: uid)
    #expect(rooted.entities[0].primaryKey == ["uid"])
    #expect(
      rooted.noted == [
        "entity Photo: the key 'path' is left out: its records have the key of 'Media', 'uid'"
      ])
  }
}
