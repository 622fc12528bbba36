import Rowsmith
import RowsmithSchema
import Testing

/// Records whose key is a one-to-one link: they follow the record that they are linked to.
extension RekeyTests {
  /// The user 3 with a profile.
  private func users() throws -> Store {
    let store = try ModelStore(
      """
      entities:
        User: { attributes: { id: Int }, relationships: { profile: { to: Profile, inverse: user } } }
        Profile:
          PrimaryKey: user
          attributes: { bio: String }
          relationships: { user: { to: User, inverse: profile } }
      """
    ).store
    try store.take(#"{"id":3,"profile":{"bio":"c"}}"#, "User")
    return store
  }

  private static let pairs = "SELECT id, profile, bio FROM User LEFT JOIN Profile ON user = id ORDER BY 1"

  @Test(arguments: [true, false])
  func `records that require each other are merged with those under the new key`(hasProfile: Bool) throws {
    let store = try users()
    try store.take(#"{"id":4,"profile":{"bio":"d"}}"#, "User")
    if !hasProfile { try store.write { try $0.execute(sql: "DELETE FROM Profile WHERE user = 4") } }
    #expect(try RekeyModel.rekey(store, "User", [.integer(3)], [.integer(4)]) == .merged)
    #expect(try store.lines(Self.pairs) == ["4|4|\(hasProfile ? "d" : "c")"])
    #expect(try store.lines("SELECT user FROM Profile") == ["4"])
  }

  @Test
  func `a record of another entity of the family is not linked to the one that gets its key`() throws {
    let store = try ModelStore(
      """
      entities:
        Party: { attributes: { id: Int } }
        User: { extends: Party, relationships: { profile: { to: "Profile?", inverse: user } } }
        Firm: { extends: Party }
        Profile:
          PrimaryKey: user
          attributes: { bio: String }
          relationships: { user: { to: User, inverse: profile } }
      """
    ).store
    try store.take(#"{"id":3,"profile":{"bio":"c"}}"#, "User")
    try store.take(#"{"id":4}"#, "Firm")
    #expect(try RekeyModel.rekey(store, "Profile", [.integer(3)], [.integer(4)]) == .rekeyed)
    #expect(try store.lines("SELECT id, profile FROM Party ORDER BY 1") == ["3|.", "4|."])
    #expect(try store.lines("SELECT user FROM Profile") == ["4"])
  }

  @Test
  func `a record takes the one that it requires and that waits for its new key`() throws {
    let store = try users()
    try store.take(#"{"user":5,"bio":"e"}"#, "Profile")
    #expect(try RekeyModel.rekey(store, "User", [.integer(3)], [.integer(5)]) == .rekeyed)
    #expect(try store.lines(Self.pairs) == ["5|5|e"])
    #expect(try store.lines("SELECT user FROM Profile") == ["5"])
  }
}
