import Testing

/// Routes of what synchronises.
struct SyncRouteDiagnosticTests {
  @Test func `with rest an entity needs routes`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest }
        entities:
          A: { attributes: { id: UUID } }
          B: { sync: pull, attributes: { id: UUID } }
          C: { sync: { list: al }, resource: rails, attributes: { id: UUID } }
        routes:
          all: { get: as, query: [page], returns: "[A]" }
        """,
      """
      4:3: error: 'A' synchronises both ways, and no route creates, changes or deletes its records; \
      add such routes, or write 'sync: pull'
      4:3: error: 'A' synchronises, and no route reads one of its records; add a get with ':id' alone \
      that returns A, or write 'sync: false'
      5:14: error: 'B' synchronises, and no route lists its records; add a get without placeholders \
      that returns "[B]", name a feed of 'changes', or write 'sync: false'
      5:14: error: 'B' synchronises, and no route reads one of its records; add a get with ':id' \
      alone that returns B, or write 'sync: false'
      6:22: error: there is no route 'al'; did you mean 'all'?
      """)
  }

  @Test func `an entity that is sent needs routes that send it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest }
        entities:
          A: { attributes: { id: UUID } }
          B: { sync: { list: bs }, attributes: { id: UUID } }
        routes:
          as: { get: as, returns: "[A]" }
          bs: { get: bs, returns: "[B]" }
          oneA: { get: "as/:id", returns: A }
          oneB: { get: "bs/:id", returns: B }
          add: { post: as, sends: A, returns: A }
          addB: { post: ":user/bs", arguments: { user: Int }, sends: B, returns: B }
          addB2: { post: bs, sends: B, returns: B }
          alterB: { patch: "bs/:id", sends: B, returns: B }
        """,
      """
      4:3: error: 'A' synchronises both ways, and no route changes or deletes its records; add such \
      routes, or write 'sync: pull'
      5:8: error: 'B' synchronises both ways, and no route deletes its records; add such routes, or \
      write 'sync: pull'
      """)
  }

  @Test func `a list that takes keys reads single records, but not their ETags`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest }
        entities:
          A: { sync: pull, attributes: { id: UUID } }
          B: { sync: { direction: pull, version: ETag }, attributes: { id: UUID } }
        routes:
          as: { get: as, query: { ids: String }, returns: "[A]" }
          bs: { get: bs, query: { ids: String }, returns: "[B]" }
        """,
      """
      5:8: error: 'B' synchronises, and no route reads one of its records; add a get with ':id' alone \
      that returns B, or write 'sync: false'
      """)
  }

  @Test func `a route does what it is named for`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest, changes: changes }
        entities:
          A:
            sync: { list: one, read: all, create: drop, change: add, delete: zzz }
            attributes: { id: UUID }
        routes:
          all: { get: as, returns: "[A]" }
          one: { get: "as/:id", returns: A }
          add: { post: as, sends: A, returns: A }
          drop: { delete: "as/:id", deletes: A }
        """,
      """
      5:19: error: the route 'one' cannot be 'list', which takes a get without placeholders that \
      returns "[A]"
      5:30: error: the route 'all' cannot be 'read', which takes a get with ':id' alone that returns \
      A
      5:43: error: the route 'drop' cannot be 'create', which takes a post, or a put with ':id', \
      that sends A
      5:57: error: the route 'add' cannot be 'change', which takes a patch or put with ':id' that \
      sends A
      5:70: error: there is no route 'zzz'; declare it under 'routes'
      """)
  }

  @Test func `a version is an attribute, or etag`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest, changes: changes, version: lock_version }
        entities:
          A: { sync: pull, attributes: { id: UUID, lockVersion: Int } }
          B: { sync: { direction: pull, version: seen }, attributes: { id: UUID, seen: { type: Int?, local: true } } }
          C: { sync: { direction: pull, version: ETag }, attributes: { id: UUID } }
        routes:
          oneA: { get: "as/:id", returns: A }
          oneB: { get: "bs/:id", returns: B }
          oneC: { get: "cs/:id", returns: C }
        """,
      """
      4:3: error: 'version' names 'lock_version', which is neither etag nor an attribute of 'A' that \
      the server sets; did you mean 'lockVersion'?
      5:42: error: 'version' names 'seen', which is neither etag nor an attribute of 'B' that the \
      server sets
      """)
  }

  @Test func `a route that is at fault is reported once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest }
        entities: { A: { sync: { direction: pull }, attributes: { id: UUID } } }
        routes: { all: { get: as, returns: "[AA]" } }
        """,
      """
      4:36: error: there is no entity or document 'AA'; declare it under 'entities' or 'documents'
      """)
  }

  @Test func `what synchronises does not wait in the queue as well`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: kinto, bucket: a }
        entities:
          A: { attributes: { id: UUID } }
          B: { extends: A, attributes: { name: String } }
        routes:
          add: { post: as, sends: B, offline: queue }
          drop: { delete: "as/:id", deletes: A, offline: queue }
        """,
      """
      7:39: error: 'B' synchronises, and 'sends' would send it a second time; leave 'offline' out, or \
      write 'sync: false' or 'sync: pull' at 'A'
      8:50: error: 'A' synchronises, and 'deletes' would send it a second time; leave 'offline' out, \
      or write 'sync: false' or 'sync: pull' at 'A'
      """)
  }
}
