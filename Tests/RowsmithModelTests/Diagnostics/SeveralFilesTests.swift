import Testing

/// A model of several files.
struct SeveralFilesTests {
  @Test func `an entity is declared in one file`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } } }
        """,
        """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } }, Album: { attributes: { id: Int } } }
        enums: { album: [a] }
        """,
      ],
      """
      Model/2.yml:2:13: error: the entity 'Band' is declared twice; it is already at Model/1.yml:2:13
      Model/2.yml:3:10: error: the enumeration 'album' collides with the entity 'Album' at \
      Model/2.yml:2:48, in Swift or if case is ignored; rename one of them
      """)
  }

  @Test func `every file has its version`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } } }
        """,
        """
        entities: { Album: { attributes: { id: Int } } }
        """,
      ],
      """
      Model/2.yml:1:1: error: the key 'rowsmith' is missing; begin the file with 'rowsmith: 1'
      """)
  }

  @Test func `a server has one description`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        api: { baseURL: https://example.com }
        entities: { Band: { attributes: { id: Int } } }
        routes: { bands: { get: bands } }
        """,
        """
        rowsmith: 1
        api: { headers: { Accept-Language: en } }
        routes: { bands: { get: groups } }
        """,
      ],
      """
      Model/2.yml:2:1: error: 'api' is given in two files; it is already at Model/1.yml:2:1
      Model/2.yml:3:11: error: the route 'bands' is declared twice; it is already at Model/1.yml:4:11
      """)
  }

  @Test func `a default is given once`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        defaults: { casing: camelCase, MergePolicy: Merge }
        entities: { Band: { attributes: { id: Int } } }
        """,
        """
        rowsmith: 1
        defaults: { casing: camelCase, DateFormat: iso8601 }
        """,
      ],
      """
      Model/2.yml:2:21: error: the default 'casing' is given in two files; it is already at \
      Model/1.yml:2:21
      """)
  }

  @Test func `a file that is no YAML keeps names from being looked up`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        entities: { Band: { colour: red, attributes: { id: Int, other: Status } } }
        """,
        """
        rowsmith: 1
        enums: { Status: [
        """,
      ],
      """
      Model/1.yml:2:21: error: unknown key 'colour' in an entity; it takes PrimaryKey, attributes, \
      relationships, extends, Discriminator, indexes, unique, search, DeletedWhen, ModificationAttribute, \
      hooks, resource, sync, RenamedFrom and doc
      Model/2.yml:3:1: error: this is not YAML: did not find expected node content (while parsing a \
      flow node)
      """)
  }

  @Test func `files name each other's types`() {
    expectDiagnostics(
      ofFiles: [
        """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities: { Band: { attributes: { id: Int, status: Status }, relationships: { albums: [Album] } \
        } }
        """,
        """
        rowsmith: 1
        enums: { Status: [a] }
        """,
        """
        rowsmith: 1
        entities: { Album: { attributes: { id: Int } } }
        documents: { all: { bands: [Band] } }
        """,
      ],
      "")
  }
}
