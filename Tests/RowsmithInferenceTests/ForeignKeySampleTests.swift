import Rowsmith
import RowsmithInference
import Testing

/// Members that are keys of other records, and which of two relationships are each other's inverse.
@Suite struct ForeignKeySampleTests {
  /// The draft of posts that each have one of these members, beside users with numbers and labels with words as keys.
  private func draft(_ members: [String], at location: SourceLocation = #_sourceLocation) throws -> ModelDraft
  {
    let posts = members.enumerated().map { #"{"id": \#($0.offset + 70), \#($0.element)}"# }
    return try .of(
      """
      {"users": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3, "name": "c"}],
       "labels": [{"id": "bug", "n": 1}, {"id": "new", "n": 2}],
       "posts": [\(posts.joined(separator: ","))]}
      """, at: location)
  }

  @Test(
    arguments: [
      // A key by its name, in any casing, whether the record is there or not.
      ([#""user_id": 1"#, #""user_id": 2"#], "user: User"),
      ([#""user_id": 9"#, #""user_id": 8"#], "user: User"),
      ([#""user_id": 1"#, #""user_id": null"#], "user: User?  # null in 1 of 2"),
      ([#""user_id": 1"#, #""size": 3"#], "user: User?  # missing in 1 of 2"),
      ([#""label_ids": ["bug"]"#, #""label_ids": []"#], "labels: { to: [Label], ordered: true }"),
      // A name that ends with that of the records.
      ([#""first_user_id": 1"#, #""first_user_id": 2"#], "firstUser: User"),
      // Values that are all keys of known records, where words tell, or the name.
      ([#""mood": "bug""#, #""mood": "new""#], "mood: { to: Label, ForeignKey: mood }"),
      (
        [#""moods": ["bug", "new"]"#, #""moods": []"#],
        "moods: { to: [Label], ForeignKey: moods, ordered: true }"
      ),
      ([#""user": 1"#, #""user": 2"#], "user: { to: User, ForeignKey: user }"),
    ] as [([String], String)])
  func `keys of known records are a relationship`(members: [String], line: String) throws {
    let draft = try draft(members)
    #expect(draft.line("Post", String(line.prefix { $0 != ":" })) == line)
  }

  @Test(
    arguments: [
      // Another type than that of the keys, no records of the name, and numbers that only look like keys.
      ([#""user_id": "1""#, #""user_id": "2""#], "userID: String"),
      ([#""label_id": 1"#, #""label_id": 2"#], "labelID: Int"),
      ([#""shop_id": 1"#, #""shop_id": 2"#], "shopID: Int"), ([#""size": 1"#, #""size": 2"#], "size: Int"),
      // One word that is no key, one that is there once, and a list that repeats one.
      ([#""mood": "bug""#, #""mood": "sad""#], "mood: String"),
      ([#""mood": "bug""#, #""mood": "bug""#], "mood: String"),
      ([#""label_ids": ["bug", "new", "bug"]"#, #""label_ids": []"#], "labelIDs: [String]"),
      ([#""user_id": 1.5"#, #""user_id": 2"#], "userID: Double"),
      ([#""user_ids": [1, null]"#, #""user_ids": [2]"#], "userIDs: JSON"),
    ] as [([String], String)])
  func `other values are no keys`(members: [String], line: String) throws {
    let draft = try draft(members)
    #expect(draft.line("Post", String(line.prefix { $0 != ":" })) == line)
    #expect(draft.entities.flatMap(\.relationships).isEmpty)
  }

  @Test func `a record beside its key is read from both`() throws {
    let draft = try draft([
      #""user_id": 1, "user": {"id": 1, "name": "a"}"#, #""user_id": 2, "user": {"id": 2, "name": "b"}"#,
    ])
    #expect(draft.line("Post", "user") == "user: User")
    #expect(draft.entities.last?.attributes.map(\.name) == ["id"])
  }

  @Test func `keys beside records with other keys are not theirs`() throws {
    for members in [
      [#""user_id": 1, "user": {"id": 1, "name": "a"}"#, #""user_id": 3, "user": {"id": 2, "name": "b"}"#],
      [#""user": {"id": 1, "name": "a"}, "user_id": 1"#, #""user": {"id": 2, "name": "b"}, "user_id": 3"#],
    ] {
      let draft = try draft(members)
      #expect(draft.line("Post", "user") == "user: { to: User, ForeignKey: user }")
      #expect(draft.line("Post", "userKey") == "userKey: { to: User, ForeignKey: user_id }")
    }
    let lists = try draft([
      #""labels": [{"id": "bug", "n": 1}], "label_ids": ["bug", "new"]"#,
      #""labels": [{"id": "new", "n": 2}], "label_ids": ["new"]"#,
    ])
    let line = try #require(lists.line("Post", "labels"))
    #expect(line.hasPrefix("labels: { to: [Label], ForeignKey: labels, ordered: true }"))
    #expect(
      lists.line("Post", "labelsKeys") == "labelsKeys: { to: [Label], ForeignKey: label_ids, ordered: true }")
  }

  @Test(arguments: [
    ("parent_id", "2", "parent: Page?  # null in 1 of 3"),
    ("parent", "2", "parent: { to: Page?, ForeignKey: parent }  # null in 1 of 3"),
    ("in_reply_to", "2", "inReplyTo: { to: Page?, ForeignKey: in_reply_to }  # null in 1 of 3"),
    ("predecessor", "2", "predecessor: { to: Page?, ForeignKey: predecessor }  # null in 1 of 3"),
    ("ancestor", "2", "ancestor: { to: Page?, ForeignKey: ancestor }  # null in 1 of 3"),
    ("previous", "2", "previous: { to: Page?, ForeignKey: previous }  # null in 1 of 3"),
    // A number of another name is a number.
    ("size", "2", "size: Int?  # null in 1 of 3"), ("parents", "2", "parents: Int?  # null in 1 of 3"),
  ])
  func `a member that leads up or on is a relationship to records of the same kind`(
    key: String, value: String, line: String
  ) throws {
    let draft = try ModelDraft.of(
      #"[{"id": 1, "\#(key)": \#(value)}, {"id": 2, "\#(key)": null}, {"id": 3, "\#(key)": 1}]"#,
      named: "pages")
    #expect(draft.line("Page", String(line.prefix { $0 != ":" })) == line)
  }

  @Test(arguments: [([2, 4], "pageID: Int"), ([8, 9], "pageID: Int"), ([2, 1], "page: Page")])
  func `a number called as its record is none of another record, unless each is a key`(
    numbers: [Int], line: String
  ) throws {
    let pages = numbers.enumerated().map { #"{"id": \#($0.offset + 1), "page_id": \#($0.element), "n": 5}"# }
    let draft = try ModelDraft.of("[\(pages.joined(separator: ","))]", named: "pages")
    #expect(draft.line("Page", String(line.prefix { $0 != ":" })) == line)
  }

  @Test func `keys are produced where the samples have them, also beside their records`() throws {
    let draft = try ModelDraft.of(
      """
      {"Owners": [{"OwnerID": 7, "OwnerName": "a"}, {"OwnerID": 8, "OwnerName": "b"}],
       "Pets": [{"PetID": 1, "PetName": "x", "OwnerID": 7, "Owner": {"OwnerID": 7, "OwnerName": "a"}},
         {"PetID": 2, "PetName": "y", "OwnerID": 8, "Owner": {"OwnerID": 8, "OwnerName": "b"}}],
       "Toys": [{"ToyID": 1, "ToyName": "x", "PetID": 1}, {"ToyID": 2, "ToyName": "y", "PetID": 2}]}
      """)
    #expect(draft.line("Pet", "owner") == "owner: { to: Owner, ForeignKey: OwnerID }")
    #expect(draft.line("Toy", "pet") == "pet: { to: Pet, ForeignKey: PetID }")
  }

  @Test(
    arguments: [
      // Called after the record that has the list, and the record in it is that one.
      ("posts", "user", [1, 2], "posts: { to: [Post], ordered: true }"),
      // Another record, and another name.
      ("posts", "user", [2, 1], "posts: { to: [Post], ordered: true, inverse: none }"),
      ("posts", "editor", [1, 2], "posts: { to: [Post], ordered: true, inverse: none }"),
    ] as [(String, String, [Int], String)])
  func `a list is the other end of a to-one if its name says so and the samples agree`(
    list: String, single: String, owners: [Int], line: String
  ) throws {
    let users = owners.enumerated().map { index, owner in
      #"{"id": \#(index + 1), "\#(list)": [{"id": \#(index + 7), "\#(single)": {"id": \#(owner)}}]}"#
    }
    let draft = try ModelDraft.of("[\(users.joined(separator: ","))]", named: "users")
    #expect(draft.line("User", list) == "\(line)")
    #expect(draft.line("Post", single) == "\(single): User")
  }
}
