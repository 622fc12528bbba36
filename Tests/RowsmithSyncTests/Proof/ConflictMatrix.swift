import RowsmithAPI

/// What two devices, the server and the log say when both devices have done something to one record.
///
/// Both had the record with the values `a` and `b`. The second device was quicker: what it did is at the server when the
/// first one synchronises. `mine` and `theirs` are what they wrote. A row is spelled by both values, `-` for none.
struct ConflictCell: Sendable, CustomStringConvertible {
  /// What both did, the first device's part first.
  enum Meeting: String, Sendable, CaseIterable {
    case sameField = "same field"
    case otherField = "other field"
    case editDelete = "edit-delete"
    case deleteEdit = "delete-edit"
    case deleteDelete = "delete-delete"
    case createCreate = "create-create"
  }

  var policy: String
  var meeting: Meeting
  /// Whose change is the later one.
  var later: String
  var first: String
  var second: String
  var server: String
  /// The log of the first device: what was done, the attribute, the policy, who has won.
  var log: String

  var description: String { "\(policy), \(meeting.rawValue), \(later) later" }

  static let all: [ConflictCell] = table.split(separator: "\n").dropFirst().compactMap { line in
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    }.map { String($0) }
    guard parts.count == 7, let meeting = Meeting(rawValue: parts[1]) else { return nil }
    return ConflictCell(
      policy: parts[0], meeting: meeting, later: parts[2], first: parts[3], second: parts[4],
      server: parts[5], log: parts[6])
  }

  /// The first 36 lines are each policy with each meeting. Those behind them are what is otherwise where the server's change is
  /// the later one. The app's closure puts both values together.
  private static let table = """
    policy     | both did      | later  | first device | second device | server     | log
    fieldMerge | same field    | mine   | mine b       | mine b        | mine b     | edit title fieldMerge mine
    serverWins | same field    | mine   | theirs b     | theirs b      | theirs b   | edit title serverWins theirs
    clientWins | same field    | mine   | mine b       | mine b        | mine b     | edit title clientWins mine
    lastWriter | same field    | mine   | mine b       | mine b        | mine b     | edit title lastWriter mine
    closure    | same field    | mine   | minetheirs b | minetheirs b  | minetheirs b | edit title app both
    manual     | same field    | mine   | mine b       | theirs b      | theirs b   | edit title manual open
    fieldMerge | other field   | mine   | mine theirs  | mine theirs   | mine theirs |
    serverWins | other field   | mine   | mine theirs  | mine theirs   | mine theirs |
    clientWins | other field   | mine   | mine theirs  | mine theirs   | mine theirs |
    lastWriter | other field   | mine   | mine b       | mine b        | mine b     | edit second lastWriter mine
    closure    | other field   | mine   | mine theirs  | mine theirs   | mine theirs |
    manual     | other field   | mine   | mine theirs  | mine theirs   | mine theirs |
    fieldMerge | edit-delete   | mine   | mine b       | mine b        | mine b     | delete - editWins mine
    serverWins | edit-delete   | mine   | mine b       | mine b        | mine b     | delete - editWins mine
    clientWins | edit-delete   | mine   | mine b       | mine b        | mine b     | delete - editWins mine
    lastWriter | edit-delete   | mine   | mine b       | mine b        | mine b     | delete - editWins mine
    closure    | edit-delete   | mine   | mine b       | mine b        | mine b     | delete - editWins mine
    manual     | edit-delete   | mine   | mine b       | gone          | gone       | delete - manual open
    fieldMerge | delete-edit   | mine   | theirs b     | theirs b      | theirs b   | delete - editWins theirs
    serverWins | delete-edit   | mine   | theirs b     | theirs b      | theirs b   | delete - editWins theirs
    clientWins | delete-edit   | mine   | theirs b     | theirs b      | theirs b   | delete - editWins theirs
    lastWriter | delete-edit   | mine   | theirs b     | theirs b      | theirs b   | delete - editWins theirs
    closure    | delete-edit   | mine   | theirs b     | theirs b      | theirs b   | delete - editWins theirs
    manual     | delete-edit   | mine   | gone         | theirs b      | theirs b   | delete - manual open
    fieldMerge | delete-delete | mine   | gone         | gone          | gone       |
    serverWins | delete-delete | mine   | gone         | gone          | gone       |
    clientWins | delete-delete | mine   | gone         | gone          | gone       |
    lastWriter | delete-delete | mine   | gone         | gone          | gone       |
    closure    | delete-delete | mine   | gone         | gone          | gone       |
    manual     | delete-delete | mine   | gone         | gone          | gone       |
    fieldMerge | create-create | mine   | mine b       | mine b        | mine b     | create title fieldMerge mine
    serverWins | create-create | mine   | theirs b     | theirs b      | theirs b   | create title serverWins theirs
    clientWins | create-create | mine   | mine b       | mine b        | mine b     | create title clientWins mine
    lastWriter | create-create | mine   | mine b       | mine b        | mine b     | create title lastWriter mine
    closure    | create-create | mine   | minetheirs b | minetheirs b  | minetheirs b | create title app both
    manual     | create-create | mine   | mine b       | theirs -      | theirs -   | create title manual open
    fieldMerge | same field    | theirs | theirs b     | theirs b      | theirs b   | edit title fieldMerge theirs
    clientWins | same field    | theirs | mine b       | mine b        | mine b     | edit title clientWins mine
    lastWriter | same field    | theirs | theirs b     | theirs b      | theirs b   | edit title lastWriter theirs
    fieldMerge | other field   | theirs | mine theirs  | mine theirs   | mine theirs |
    lastWriter | other field   | theirs | a theirs     | a theirs      | a theirs   | edit title lastWriter theirs
    fieldMerge | create-create | theirs | theirs b     | theirs b      | theirs b   | create title fieldMerge theirs
    lastWriter | create-create | theirs | theirs -     | theirs -      | theirs -   | create second lastWriter theirs, create title lastWriter theirs
    """
}
