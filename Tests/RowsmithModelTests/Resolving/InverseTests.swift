import RowsmithModel
import RowsmithSchema
import Testing

/// Which relationships are two ends of the same links.
struct InverseTests {
  private func inverses(_ entities: String) throws -> [String] {
    try schema("entities:\n" + entities).entities.flatMap { entity in
      entity.relationships.map { "\(entity.name).\($0.name) \($0.inverse ?? "-")" }
    }
  }

  @Test func `the only relationship that leads back is the inverse`() throws {
    #expect(
      try inverses(
        """
          Band: { attributes: { id: Int }, relationships: { albums: [Album], members: [Member] } }
          Album: { attributes: { id: Int }, relationships: { band: Band? } }
          Member: { attributes: { id: Int }, relationships: { bands: [Band] } }
        """) == ["Band.albums band", "Band.members bands", "Album.band albums", "Member.bands members"])
  }

  @Test func `two that lead back leave it open`() throws {
    #expect(
      try inverses(
        """
          Band: { attributes: { id: Int }, relationships: { albums: [Album] } }
          Album: { attributes: { id: Int }, relationships: { band: Band?, producer: Band? } }
        """) == ["Band.albums -", "Album.band -", "Album.producer -"])
  }

  @Test func `naming it on one side settles both`() throws {
    #expect(
      try inverses(
        """
          Band: { attributes: { id: Int }, relationships: { albums: { to: [Album], inverse: band } } }
          Album: { attributes: { id: Int }, relationships: { band: Band?, producer: Band? } }
        """) == ["Band.albums band", "Album.band albums", "Album.producer -"])
    #expect(
      try inverses(
        """
          Band:
            attributes: { id: Int }
            relationships: { albums: { to: [Album], inverse: band }, works: [Album] }
          Album: { attributes: { id: Int }, relationships: { band: { to: Band?, inverse: albums } } }
        """) == ["Band.albums band", "Band.works -", "Album.band albums"])
  }

  @Test func `none says that there is none`() throws {
    #expect(
      try inverses(
        """
          Country: { attributes: { id: Int }, relationships: { capital: { to: City?, inverse: none } } }
          City: { attributes: { id: Int }, relationships: { country: Country? } }
        """) == ["Country.capital -", "City.country -"])
  }

  @Test func `a relationship may be called none`() throws {
    #expect(
      try inverses(
        """
          A: { attributes: { id: Int }, relationships: { b: { to: B?, inverse: none } } }
          B: { attributes: { id: Int }, relationships: { none: [A] } }
        """) == ["A.b none", "B.none b"])
  }

  @Test func `parent and children are two ends`() throws {
    #expect(
      try inverses("  A: { attributes: { id: Int }, relationships: { parent: A?, children: [A] } }")
        == ["A.parent children", "A.children parent"])
  }

  @Test(arguments: ["mother: A?, father: A?", "followers: [A], following: [A]", "friends: [A]", "next: A?"])
  func `two of a kind to itself are not`(relationships: String) throws {
    let found = try inverses("  A: { attributes: { id: Int }, relationships: { \(relationships) } }")
    #expect(found.count == relationships.split(separator: ",").count)
    #expect(found.allSatisfy { $0.hasSuffix(" -") })
  }

  @Test func `two of a kind to itself can be declared`() throws {
    #expect(
      try inverses(
        """
          A:
            attributes: { id: Int }
            relationships: { followers: { to: [A], inverse: following }, following: [A] }
        """) == ["A.followers following", "A.following followers"])
  }

  @Test func `what leads to a kind of an entity does not lead back to the entity`() throws {
    #expect(
      try inverses(
        """
          Band: { attributes: { id: Int }, relationships: { guitarists: [Guitarist] } }
          Musician: { attributes: { id: Int }, relationships: { band: Band? } }
          Guitarist: { extends: Musician }
        """) == ["Band.guitarists -", "Musician.band -"])
  }

  @Test(arguments: ["", ", inverse: subject", ", inverse: subjectIssue"])
  func `a link to one of several entities may name the inverse that names it`(back: String) throws {
    #expect(
      try inverses(
        """
          Comment:
            attributes: { id: Int }
            relationships: { subject: { oneOf: [Issue, Pull], inverse: comments } }
          Issue: { attributes: { id: Int }, relationships: { comments: { to: [Comment]\(back) } } }
          Pull: { attributes: { id: Int }, relationships: { comments: { to: [Comment], inverse: subject } } }
        """) == [
          "Comment.subjectIssue comments", "Comment.subjectPull comments", "Issue.comments subjectIssue",
          "Pull.comments subjectPull",
        ])
  }
}
