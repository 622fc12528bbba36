import Testing

/// What `sync` says of attributes, relationships and conflicts.
struct SyncMemberDiagnosticTests {
  @Test func `an attribute stays here, or holds permissions`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: kinto, bucket: a }
        entities:
          A:
            attributes:
              id: { type: UUID, sync: false }
              a: { type: JSON, sync: true }
              b: { type: JSON, sync: permission }
              c: { type: String, sync: permissions }
              d: { type: JSON?, sync: permissions }
              e: { type: JSON?, sync: permissions }
              f: { type: JSON?, local: true, sync: permissions }
              g: { type: JSON?, export: false, sync: permissions }
        """,
      """
      6:31: error: 'id' is the primary key of 'A' and is always sent; leave 'sync' out
      7:30: error: 'sync' must be false or permissions, found true
      8:30: error: 'sync' must be false or permissions, found 'permission'
      9:32: error: 'c' holds permissions, which are a JSON object; make its type JSON
      11:31: error: the permissions of 'A' are in 'd'; leave 'sync' of 'e' out
      12:44: error: 'f' is local, and permissions come from the server; leave 'local' or 'sync' out
      13:46: error: 'g' holds permissions, which are sent; leave 'export: false' out
      """)
  }

  @Test func `permissions are Kinto's`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest, changes: changes }
        entities: { A: { sync: pull, attributes: { id: UUID, a: { type: JSON?, sync: permissions } } } }
        routes: { one: { get: "as/:id", returns: A } }
        """,
      """
      3:78: error: 'rest' has no permissions beside a record; leave 'sync' out
      """)
  }

  @Test func `what stays here has nothing that synchronises`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          A:
            sync: false
            attributes: { id: UUID, a: { type: JSON?, sync: permissions } }
            relationships: { bs: { to: [B], sync: relation } }
          B: { attributes: { id: UUID } }
        """,
      """
      7:53: warning: 'sync' of 'a' has no effect, as 'A' is not synchronised; leave it out
      8:43: warning: 'sync' of 'bs' has no effect, as 'A' is not synchronised; leave it out
      """)
  }

  @Test func `links to many are a list or memberships, and those to one neither`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          A:
            attributes: { id: UUID }
            relationships:
              b: { to: B?, sync: array, inverse: none }
              bs: { to: [B], sync: list, inverse: none }
          B: { attributes: { id: UUID } }
        """,
      """
      8:26: error: 'array' is for to-many relationships, and 'b' leads to one record, whose key \
      is sent with the attributes; leave 'sync' out
      9:28: error: 'sync' must be false, array or relation, found 'list'
      """)
  }

  @Test func `links that the items have are sent by the items`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: UUID }, relationships: { bs: { to: [B], sync: relation }, cs: { to: [C], sync: false } } }
          B: { attributes: { id: UUID }, relationships: { a: A? } }
          C: { attributes: { id: UUID }, relationships: { a: A? } }
        """,
      """
      5:72: error: the links of 'bs' are sent as 'B.a', so there are no memberships; write 'sync: \
      array', or leave it out
      5:105: error: the links of 'cs' are sent as 'C.a'; write 'sync: false' there
      """)
  }

  @Test func `links are sent once, and only where the server knows both ends`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          A:
            attributes: { id: UUID }
            relationships:
              bs: { to: [B], sync: array }
              cs: { to: [C], sync: array }
              c: { to: C?, inverse: none }
              ds: { to: [D], sync: array, export: false }
          B: { attributes: { id: UUID }, relationships: { as: { to: [A], sync: relation } } }
          C: { sync: false, attributes: { id: UUID } }
          D: { attributes: { id: UUID } }
        """,
      """
      9:28: error: 'cs' leads to 'C', which is not synchronised, so the server knows none of \
      its keys; synchronise it, or leave 'sync' out
      10:7: warning: 'c' leads to 'C', which is not synchronised, so its key means nothing on \
      other devices; synchronise it, or write 'sync: false' at 'c'
      11:28: error: 'ds' is not exported, so it cannot be sent; leave 'export: false' or 'sync' out
      12:72: error: 'A.bs' sends the same links as 'as'; leave 'sync' out of one of them
      """)
  }

  @Test func `rest has no memberships`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: rest, changes: changes }
        defaults: { MergePolicy: Merge }
        entities:
          A: { sync: pull, attributes: { id: UUID }, relationships: { bs: { to: [B], sync: relation } } }
          B: { sync: pull, attributes: { id: UUID } }
        routes: { oneA: { get: "as/:id", returns: A }, oneB: { get: "bs/:id", returns: B } }
        """,
      """
      5:84: error: 'rest' has no routes for memberships of 'bs'; write 'sync: array', or make an \
      entity of the memberships
      """)
  }

  @Test func `a policy is for what can be in conflict`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          A:
            sync:
              conflict: { id: manual, tittle: manual, b: union, c: manual, bs: manual, cs: manual, d: union, ds: union, e: unoin }
            attributes: { id: UUID, title: String, c: { type: Int?, sync: false }, d: String, e: [Int] }
            relationships:
              b: { to: B?, inverse: none }
              bs: { to: [B], inverse: a }
              cs: { to: [B], inverse: none, sync: false }
              ds: { to: [B], inverse: none }
          B: { attributes: { id: UUID }, relationships: { a: A? } }
        """,
      """
      7:19: error: 'id' is the primary key, which never changes; leave it out of 'conflict'
      7:31: error: 'A' has no attribute or relationship 'tittle'; did you mean 'title'?
      7:50: error: 'union' is for lists, and 'b' is not one; write another policy, such as fieldMerge
      7:57: error: 'c' is not sent, so it is never in conflict; leave it out of 'conflict'
      7:68: error: 'bs' is not sent, so it is never in conflict; its links are sent as 'B.a', so write \
      a policy there
      7:80: error: 'cs' is not sent, so it is never in conflict; leave it out of 'conflict'
      7:95: error: 'union' is for lists, and 'd' is not one; write another policy, such as fieldMerge
      7:116: error: 'unoin' is not a valid policy; did you mean 'union'?
      """)
  }

  @Test func `a policy without effect is probably not meant`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine, conflict: union }
        entities:
          A: { sync: { conflict: union }, attributes: { id: UUID, tags: { type: "[String]", sync: false } } }
          B: { sync: { direction: pull, conflict: manual, deleteConflict: editWins }, attributes: { id: UUID } }
          C: { sync: { direction: pull, conflict: { name: manual } }, attributes: { id: UUID, name: String } }
          D: { sync: { conflict: union }, attributes: { id: UUID, extra: JSON? } }
        """,
      """
      4:26: warning: 'union' is for lists, and 'A' has none; it does what 'fieldMerge' does
      5:43: warning: 'conflict' has no effect, as nothing of 'B' is sent; leave it out
      5:67: warning: 'deleteConflict' has no effect, as nothing of 'B' is sent; leave it out
      6:51: warning: 'conflict' has no effect, as nothing of 'C' is sent; leave it out
      """)
  }

  @Test func `what leads to one of several entities is one value, which is named as the model does`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        sync: { server: mine }
        defaults: { MergePolicy: Merge }
        entities:
          Issue: { sync: false, attributes: { id: UUID } }
          Pull: { attributes: { id: UUID } }
          Comment:
            sync: { conflict: { subjectPull: serverWins, seen: manual, subject: union } }
            attributes: { id: UUID }
            relationships:
              subject: { oneOf: [Issue, Pull], sync: array }
              seen: { oneOf: [Issue, Pull], sync: false }
        """,
      """
      8:25: error: 'Comment' has no attribute or relationship 'subjectPull'
      8:50: error: 'seen' is not sent, so it is never in conflict; leave it out of 'conflict'
      8:73: error: 'union' is for lists, and 'subject' is not one; write another policy, such as fieldMerge
      11:7: warning: 'subject' leads to 'Issue', which is not synchronised, so its key means nothing on other \
      devices; synchronise it, or write 'sync: false' at 'subject'
      11:46: error: 'array' is for to-many relationships, and 'subject' leads to one record, whose key is \
      sent with the attributes; leave 'sync' out
      """)
  }
}
