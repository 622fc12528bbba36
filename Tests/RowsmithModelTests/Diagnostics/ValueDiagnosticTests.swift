import Testing

/// Values of several parts, and attributes that are whole objects.
struct ValueDiagnosticTests {
  @Test func `a value cannot hold itself, in a list neither`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values:
          A: { b: B }
          B: { c: "[C]?" }
          C: { a: A?, other: Int }
          D: { d: D }
        entities: { E: { attributes: { id: Int, a: A } } }
        """,
      """
      3:11: error: a value cannot hold itself: A holds B holds C holds A; make one of them an entity, or JSON
      6:11: error: a value cannot hold itself: D holds D; make one of them an entity, or JSON
      """)
  }

  @Test func `a value has members, which are like attributes`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values:
          A: {}
          B: [Int]
          C: { a: Itn, a: Int, b: { type: Int, Index: true }, B: Int, c: { type: Int, default: x } }
        entities: { E: { attributes: { id: Int, c: C } } }
        """,
      """
      3:3: error: the value 'A' has no members; write A: { street: String }
      4:6: error: the value 'B' must be a mapping, found a list
      5:11: error: unknown type 'Itn'; did you mean 'Int'?
      5:16: error: the key 'a' is given twice; it is already on line 5
      5:40: error: unknown key 'Index' in an attribute; did you mean 'index'?
      5:55: error: 'B' collides with 'b' of 'C' at Model.yml:5:24: a family of entities shares one table, and \
      SQL ignores case; rename one of them
      5:88: error: the default of 'c' must be a whole number, found 'x'
      """)
  }

  @Test func `a default with a small fraction is no whole number`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          E:
            attributes:
              id: Int
              a: { type: Int, default: 4503599627370496.25 }
              b: { type: Int, default: 1.00000000000000000001 }
              c: { type: Int, default: 4503599627370496.00 }
        """,
      """
      6:32: error: the default of 'a' must be a whole number, found 4503599627370496.25
      7:32: error: the default of 'b' must be a whole number, found 1.00000000000000000001
      """)
  }

  @Test func `its members have no row of their own`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values:
          A:
            a: { type: Int, local: true, sync: false }
            b: { type: Int, ImportName: $key }
            c: { type: String, Transform: mine }
            d: { type: JSON?, ImportName: $rest }
        entities: { E: { attributes: { id: Int, a: A } } }
        """,
      """
      4:28: error: 'local' is for the attributes of entities, and 'a' is a member of a value; write it at the \
      attribute that holds the value
      4:40: error: 'sync' is for the attributes of entities, and 'a' is a member of a value; write it at the \
      attribute that holds the value
      5:33: error: what a member of a value is read from is a key or a key path, not the place '$key'
      6:35: error: the app implements the transform 'mine', and 'c' is a member of a value, which takes only \
      built-in transforms
      7:35: error: what a member of a value is read from is a key or a key path, not the place '$rest'
      """)
  }

  @Test func `what is said of single values is said of the members`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values: { A: { a: Int } }
        entities:
          E: { attributes: { id: Int, a: { type: A, index: true, default: 1, coerce: true, ImportName: $value } } }
        """,
      """
      4:52: error: 'index' is for single values, and 'a' is an A; write it at the members of 'A'
      4:67: error: 'default' is for single values, and 'a' is an A; write it at the members of 'A'
      4:78: error: 'coerce' is for single values, and 'a' is an A; write it at the members of 'A'
      4:96: error: what a value is read from is a key or a key path, not the place '$value'
      """)
  }

  @Test func `a list of values has no default but an empty list`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values: { A: { a: Int } }
        entities:
          E: { attributes: { id: Int, a: { type: [A], default: [] }, b: { type: [A], default: [{ a: 1 }] } } }
        """,
      """
      4:87: error: the default of 'b' must be []: a model cannot give another list of values, found a list
      """)
  }

  @Test func `a value is no entity, and identifies none`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values: { Address: { street: String } }
        entities:
          E: { PrimaryKey: home, attributes: { home: Address }, relationships: { a: Address? } }
          F: { attributes: { id: Int, b: Adress, home: Address, Home_street: Int }, indexes: [[home]] }
        """,
      """
      4:20: error: 'home' cannot be a primary key: a list or JSON value does not identify a record
      4:77: error: 'Address' is not an entity; put 'a' under 'attributes'
      5:34: error: unknown type 'Adress'; did you mean 'Address'?
      5:57: error: 'Home_street' collides with 'home_street' of 'F' at Model.yml:5:42: a family of entities shares one \
      table, and SQL ignores case; rename one of them
      5:88: error: 'home' in 'indexes' is not an attribute or to-one relationship of 'F'
      """)
  }

  @Test func `a value leads to no entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values: { V: { x: Int, band: Band?, bands: [Band] } }
        entities: { Band: { attributes: { id: Int, v: V?, band: Band } } }
        """,
      """
      2:30: error: 'Band' is an entity, and a value cannot lead to one; put 'band' under 'relationships' of the \
      entities that hold the value
      2:44: error: 'Band' is an entity, and a value cannot lead to one; put 'bands' under 'relationships' of the \
      entities that hold the value
      3:57: error: 'Band' is an entity; put 'band' under 'relationships'
      """)
  }

  @Test func `a part of a value is no primary key, and is not proposed as one`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        values: { Ref: { code: Int, kind: String } }
        entities:
          A: { PrimaryKey: ref_code, attributes: { ref: Ref, name: String } }
          B: { PrimaryKey: [id, ref_kind], attributes: { id: Int, ref: Ref } }
          C: { PrimaryKey: refcode, attributes: { ref: Ref } }
          D: { attributes: { id: Int }, relationships: { a: A?, bs: [B] } }
        """,
      """
      5:20: error: 'ref_code' cannot be a primary key: it is a part of a value, which identifies nothing; make it an \
      attribute of the entity instead
      6:25: error: 'ref_kind' cannot be a primary key: it is a part of a value, which identifies nothing; make it an \
      attribute of the entity instead
      7:20: error: the primary key 'refcode' is not an attribute or to-one relationship of 'C'
      """)
  }

  @Test func `two attributes do not read one object`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        values: { A: { a: Int } }
        entities:
          E: { attributes: { id: Int, a: A, b: { type: A, ImportName: a }, c: { type: Int, ImportName: a.a } } }
        """,
      """
      4:63: error: 'b' imports 'a', which 'a' at Model.yml:4:31 imports already; give one of them another 'ImportName'
      4:96: error: 'c' imports 'a.a', which 'a_a' at Model.yml:4:31 imports already; give one of them another \
      'ImportName'
      """)
  }

  @Test func `the rest of an object and the whole of it are JSON, and come from nowhere else`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          E:
            attributes:
              id: Int
              a: { type: JSON, ImportName: $rest }
              b: { type: String, ImportName: $record }
              c: { type: JSON?, ImportName: [c, $record], Transform: trim }
              d: { type: JSON?, ImportName: $rest }
            relationships: { e: { to: E?, ImportName: $rest, MergePolicy: Merge } }
        """,
      """
      6:36: error: an object may have only members that the model names, and this is then missing; make 'a' optional: JSON?
      7:38: error: '$record' is an object, and 'b' is a String; make its type JSON?
      8:41: error: '$record' is always present, so 'c' cannot have another place
      8:62: error: '$record' is kept unchanged; 'c' cannot have a 'Transform'
      9:37: error: 'd' imports '$rest', which 'a' at Model.yml:6:7 imports already; give one of them another 'ImportName'
      10:47: error: what a relationship is read from is a key or a key path, not the place '$rest'
      """)
  }

  @Test func `a relationship is read from no place`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            attributes: { id: Int }
            relationships:
              a: { to: A?, ImportName: $key, inverse: none }
              b: { to: A?, ImportName: [b, $value], inverse: none }
              c: { to: [A], ImportName: $index, inverse: none }
        """,
      """
      7:32: error: what a relationship is read from is a key or a key path, not the place '$key'
      8:36: error: what a relationship is read from is a key or a key path, not the place '$value'
      9:33: error: what a relationship is read from is a key or a key path, not the place '$index'
      """)
  }
}
