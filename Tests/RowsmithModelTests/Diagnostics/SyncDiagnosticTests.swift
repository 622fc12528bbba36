import Testing

/// The section `sync`, and which entities synchronise.
struct SyncDiagnosticTests {
  @Test func `a server of the package has its own keys, so that a mistyped one is found`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: kinto, buckett: notes, version: etag, conflict: feildMerge, deleteConflict: edit }
        entities: { Note: { sync: { colection: notes, list: notes }, attributes: { id: UUID } } }
        """,
      """
      2:1: error: 'sync' has no 'bucket'; write bucket: notes
      2:24: error: unknown key 'buckett' in 'sync' with 'kinto'; did you mean 'bucket'?
      2:40: error: unknown key 'version' in 'sync' with 'kinto'; it takes server, conflict, \
      deleteConflict, bucket and overlap
      2:65: error: 'feildMerge' is not a valid policy; did you mean 'fieldMerge'?
      2:93: error: 'edit' is not a valid policy; did you mean 'editWins'?
      3:29: error: unknown key 'colection' in 'sync' with 'kinto'; did you mean 'collection'?
      3:47: error: unknown key 'list' in 'sync' with 'kinto'; it takes collection, direction, \
      conflict, deleteConflict, bucket and overlap
      """)
  }

  @Test func `the settings of a server of the package are of its kinds`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest, bucket: a, changes: "changes/:since", version: [a], overlap: soon, conflict: {}, idempotency: keys }
        entities: { Note: { sync: { idempotency: no, overlap: 86401, version: [] }, attributes: { id: UUID } } }
        """,
      """
      2:23: error: unknown key 'bucket' in 'sync' with 'rest'; it takes server, conflict, \
      deleteConflict, changes, version, overlap, idempotency and user
      2:43: error: the path of 'changes' cannot have a placeholder: nothing would fill ':since'
      2:70: error: 'version' must be a text, number or truth value, found a list
      2:84: error: 'overlap' must be a whole number, 0 or more, found 'soon'
      2:100: error: 'conflict' must be a name, found a mapping
      2:117: error: 'keys' is not a valid idempotency; did you mean 'key'?
      3:21: error: 'Note' synchronises both ways, and no route creates, changes or deletes its \
      records; add such routes, or write 'sync: pull'
      3:21: error: 'Note' synchronises, and no route reads one of its records; add a get with ':id' \
      alone that returns Note, or write 'sync: false'
      3:42: error: 'no' is not a valid idempotency; expected key or none
      3:55: error: 'overlap' must be a whole number of seconds, at most 86400 (a day), found '86401'
      3:71: error: 'version' must be a text, number or truth value, found a list
      """)
  }

  @Test func `a section needs a server, and is no word`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: kinto
        entities: { Note: { attributes: { id: UUID } } }
        """,
      """
      2:7: error: 'sync' must be a mapping such as { server: kinto, bucket: notes }, found 'kinto'
      """)
  }

  @Test func `a section without a server`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { bucket: notes }
        entities: { Note: { attributes: { id: UUID } } }
        """,
      """
      2:1: error: 'sync' has no 'server'; write server: kinto
      """)
  }

  @Test func `a bucket and its collections have names that Kinto takes`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: kinto, bucket: "our notes" }
        entities:
          Note: { sync: { collection: ".notes" }, attributes: { id: UUID } }
          Tag: { sync: { bucket: -, overlap: -1 }, attributes: { id: UUID } }
          Größe: { attributes: { id: UUID } }
        """,
      """
      2:32: error: 'our notes' cannot name a bucket in Kinto: use letters from a to z or A to Z, digits, \
      hyphens and underscores, and begin it with a letter or digit
      4:31: error: '.notes' cannot name a collection in Kinto: use letters from a to z or A to Z, digits, \
      hyphens and underscores, and begin it with a letter or digit
      5:26: error: '-' cannot name a bucket in Kinto: use letters from a to z or A to Z, digits, hyphens \
      and underscores, and begin it with a letter or digit
      5:38: error: 'overlap' must be a whole number of seconds, at most 86400 (a day), found '-1'
      6:3: error: 'größes' cannot name a collection in Kinto: use letters from a to z or A to Z, digits, \
      hyphens and underscores, and begin it with a letter or digit; name another with 'collection'
      """)
  }

  @Test func `a model synchronises with one server`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        sync: { server: kinto, bucket: a }
        entities: { Note: { attributes: { id: UUID } } }
        """,
        """
        rowsmith: 1
        sync: { server: rest }
        """,
      ],
      """
      Model/2.yml:2:1: error: 'sync' is given in two files; it is already at Model/1.yml:2:1
      """)
  }

  @Test func `what synchronises without a server is said where it is said`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Note:
            sync: true
            attributes: { id: UUID, seen: { type: Bool, sync: false } }
            relationships: { tags: { to: [Tag], sync: array, MergePolicy: Merge } }
          Tag: { sync: pull, attributes: { id: UUID } }
        """,
      """
      4:11: error: 'sync' needs a server; write sync: { server: kinto, bucket: notes } at the top of \
      the model, or leave it out
      5:55: error: 'sync' needs a server; write sync: { server: kinto, bucket: notes } at the top of \
      the model, or leave it out
      6:47: error: 'sync' needs a server; write sync: { server: kinto, bucket: notes } at the top of \
      the model, or leave it out
      7:16: error: 'sync' needs a server; write sync: { server: kinto, bucket: notes } at the top of \
      the model, or leave it out
      """)
  }

  @Test func `an entity says yes, no, pull, or how`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities:
          A: { sync: push, attributes: { id: UUID } }
          B: { sync: [], attributes: { id: UUID } }
          C: { sync: { direction: push, conflict: theirs, deleteConflict: { a: editWins } }, attributes: { id: UUID } }
          D: { sync: { conflict: {}, table: [a] }, attributes: { id: UUID } }
        """,
      """
      4:14: error: 'sync' must be true, false, pull, or a mapping such as { collection: notes }, \
      found 'push'
      5:14: error: 'sync' must be true, false, pull, or a mapping such as { collection: notes }, \
      found a list
      6:27: error: 'push' is not a valid direction; expected both or pull
      6:43: error: 'theirs' is not a valid policy; did you mean 'serverWins'?
      6:67: error: 'deleteConflict' must be a name, found a mapping
      7:26: error: 'conflict' is empty; name at least one, or leave the key out
      7:37: error: 'table' must be a text, number or truth value, found a list
      """)
  }

  @Test func `words of other traditions are known`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        synchronize: { server: mine }
        sync: { server: mine, conflict: lastWriteWins, deleteConflict: edit }
        entities: { Note: { sync: { conflict: { title: mine, body: server } }, attributes: { id: UUID, title: String, body: String } } }
        """,
      """
      2:1: error: unknown key 'synchronize' in a model; did you mean 'sync'?
      3:33: error: 'lastWriteWins' is not a valid policy; did you mean 'lastWriter'?
      3:64: error: 'edit' is not a valid policy; did you mean 'editWins'?
      4:48: error: 'mine' is not a valid policy; did you mean 'clientWins'?
      4:60: error: 'server' is not a valid policy; did you mean 'serverWins'?
      """)
  }

  @Test func `records are recognised by one value that the app can make`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities:
          A: { attributes: { name: String } }
          B: { sync: pull, PrimaryKey: [x, y], attributes: { x: Int, y: Int } }
          C: { PrimaryKey: at, attributes: { at: Date } }
          D: { sync: { collection: ds }, attributes: { id: Int } }
          E: { PrimaryKey: f, attributes: {}, relationships: { f: { to: F, MergePolicy: Merge } } }
          F: { attributes: { id: UUID } }
        """,
      """
      4:3: error: 'A' synchronises, and has no primary key to recognise its records by; give it one, \
      or write 'sync: false'
      5:14: error: 'B' synchronises, and its primary key is not one attribute; give it one of type \
      UUID or String, or write 'sync: false'
      6:3: error: 'C' synchronises, and its primary key 'at' is a Date; make it a UUID or String, or \
      write 'sync: false'
      7:8: warning: the primary key 'id' of 'D' is an Int, and two clients could create \
      the same number; make it a UUID or String, or write 'sync: pull'
      8:3: error: 'E' synchronises, and its primary key is not one attribute; give it one of type \
      UUID or String, or write 'sync: false'
      """)
  }

  @Test func `a key that is at fault is reported once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities: { A: { PrimaryKey: nam, attributes: { name: String } } }
        """,
      """
      3:30: error: the primary key 'nam' is not an attribute or to-one relationship of 'A'; did you mean \
      'name'?
      """)
  }

  @Test func `what stays here, and what goes with its root, needs no key of its own`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities:
          A: { sync: false, attributes: { name: String } }
          B: { attributes: { id: UUID } }
          C: { extends: B, sync: pull, attributes: {} }
        """,
      """
      6:26: error: 'sync' applies to a whole family; move it to 'B'
      """)
  }

  @Test func `a model of which nothing synchronises says too much`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities: { A: { sync: false, attributes: { id: UUID } } }
        """,
      """
      2:1: warning: 'sync' has no effect: no entity synchronises; leave out 'sync: false' of one of \
      them
      """)
  }

  @Test func `two things cannot be one collection`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        entities:
          A:
            sync: { collection: b_notes }
            attributes: { id: UUID }
          B:
            sync: { collection: b }
            attributes: { id: UUID }
            relationships: { notes: { to: [A], sync: relation, MergePolicy: Merge } }
          C:
            sync: { collection: b }
            attributes: { id: UUID }
        """,
      """
      10:22: error: the collection 'b_notes' would hold both the records of 'A' and the links of \
      'B.notes'; name another
      12:25: error: the collection 'b' would hold both the records of 'B' and the records of 'C'; \
      name another
      """)
  }
}
