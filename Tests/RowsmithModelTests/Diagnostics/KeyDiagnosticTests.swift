import Testing

/// Primary keys and indices.
struct KeyDiagnosticTests {
  @Test func `a primary key exists`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { PrimaryKey: nme, attributes: { name: String } }, B: { PrimaryKey: [name, x], \
        attributes: { name: String } } }
        """,
      """
      2:30: error: the primary key 'nme' is not an attribute or to-one relationship of 'A'; did you mean \
      'name'?
      2:91: error: the primary key 'x' is not an attribute or to-one relationship of 'B'
      """)
  }

  @Test func `a primary key is not optional`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { PrimaryKey: name, attributes: { name: String? } }
          B: { attributes: { id: Int? } }
          Band: { attributes: { bandID: Int? } }
        """,
      """
      3:20: error: the primary key 'name' must not be optional; remove the '?' from its type
      4:22: error: the primary key 'id' must not be optional; remove the '?' from its type
      5:25: error: the primary key 'bandID' must not be optional; remove the '?' from its type
      """)
  }

  @Test func `a primary key identifies`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { PrimaryKey: a, attributes: { a: [Int] } }
          B: { PrimaryKey: b, attributes: { b: JSON } }
          C: { PrimaryKey: [id, cs], attributes: { id: Int }, relationships: { cs: [D] } }
          D: { PrimaryKey: d, attributes: { id: Int }, relationships: { d: E? } }
          E: { attributes: { id: Int } }
        """,
      """
      4:20: error: 'a' cannot be a primary key: a list or JSON value does not identify a record
      5:20: error: 'b' cannot be a primary key: a list or JSON value does not identify a record
      6:25: error: 'cs' cannot be a primary key: it leads to many records
      7:20: error: the primary key 'd' must not be optional; remove the '?' from its type
      """)
  }

  @Test func `a key that is a relationship needs the target's key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Order: { attributes: { total: Int } }
          Line: { PrimaryKey: [order, n], attributes: { n: Int }, relationships: { order: Order } }
        """,
      """
      5:24: error: 'order' cannot be part of a primary key: 'Order' has no primary key itself
      """)
  }

  @Test func `keys do not contain each other`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { PrimaryKey: [b, n], attributes: { n: Int }, relationships: { b: B } }
          B: { PrimaryKey: [a, n], attributes: { n: Int }, relationships: { a: A } }
          C: { PrimaryKey: c, relationships: { c: C } }
        """,
      """
      4:21: error: 'b' cannot be part of the primary key of 'A': the key of 'B' contains that key
      5:21: error: 'a' cannot be part of the primary key of 'B': the key of 'A' contains that key
      6:20: error: 'c' cannot be part of the primary key of 'C': the key of 'C' contains that key
      """)
  }

  @Test func `one of several parts of a key is not called like a member of every such key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { PrimaryKey: [id, storedValues], attributes: { id: Int, storedValues: Int } }
          B: { PrimaryKey: storedValues, attributes: { id: Int, storedValues: Int } }
        """,
      """
      3:25: error: 'storedValues' cannot name a part of a key: generated code uses that name; choose \
      another and write 'ImportName: stored_values'
      """)
  }

  @Test func `a family has one primary key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int } }
          B: { extends: A, PrimaryKey: name, attributes: { name: String } }
          C: { extends: A, PrimaryKey: id }
        """,
      """
      4:32: error: 'B' has the primary key of 'A', which it extends; leave 'PrimaryKey' out
      """)
  }

  @Test func `an unknown parent suggests the nearest`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Musician: { attributes: { id: Int } }
          Guitarist: { extends: Musicain }
          Drummer: { extends: Animal }
        """,
      """
      4:25: error: there is no entity 'Musicain'; did you mean 'Musician'?
      5:23: error: there is no entity 'Animal'; declare it under 'entities'
      """)
  }

  @Test func `nothing extends itself`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { extends: B, attributes: { id: Int } }
          B: { extends: C }
          C: { extends: A }
          D: { extends: D }
          E: { extends: A }
        """,
      """
      3:17: error: 'A' extends 'B' extends 'C' extends 'A', which is a cycle
      6:17: error: 'D' extends 'D', which is a cycle
      """)
  }

  @Test func `a family has one discriminator`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int } }
          B: { extends: A, Discriminator: type }
          C: { Discriminator: type, attributes: { id: Int } }
          D: { Discriminator: $key, attributes: { id: Int } }
          E: { extends: D }
        """,
      """
      4:35: error: a family has one discriminator; move this to 'A'
      5:23: warning: this discriminator has no effect: no entity extends 'C'
      6:23: error: a discriminator is a key or a key path, not the place '$key'
      """)
  }

  @Test func `indices are of columns`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            indexes: [[nme], [name, bs], [name, b]]
            unique: [[banana]]
            attributes: { id: Int, name: String }
            relationships: { bs: [A], b: A? }
        """,
      """
      5:16: error: 'nme' in 'indexes' is not an attribute or to-one relationship of 'A'; did you mean 'name'?
      5:29: error: 'bs' in 'indexes' is not an attribute or to-one relationship of 'A'
      6:15: error: 'banana' in 'unique' is not an attribute or to-one relationship of 'A'
      """)
  }

  @Test func `an index that is covered adds nothing`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            indexes: [[name], [name, year], [id], [b], [year, name]]
            unique: [[id], [year, name]]
            attributes: { id: { type: Int, index: true, unique: true }, name: { type: String, unique: \
        true, index: true }, year: { type: Int, index: true } }
            relationships: { b: A? }
        """,
      """
      5:15: warning: an index on name adds nothing: the uniqueness constraint on name covers it; leave \
      it out
      5:37: warning: an index on id adds nothing: the primary key covers it; leave it out
      5:43: warning: an index on b adds nothing: the relationship's own index covers it; leave it out
      5:48: warning: an index on year and name adds nothing: the uniqueness constraint on year and name \
      covers it; leave it out
      6:14: warning: 'unique' on id adds nothing: the primary key is unique already; leave it out
      7:43: warning: an index on id adds nothing: the primary key covers it; leave it out
      7:57: warning: 'unique' on id adds nothing: the primary key is unique already; leave it out
      7:108: warning: an index on name adds nothing: the uniqueness constraint on name covers it; leave \
      it out
      7:142: warning: an index on year adds nothing: the uniqueness constraint on year and name covers \
      it; leave it out
      """)
  }
}
