import Testing

/// Documents that carry several entities.
struct DocumentDiagnosticTests {
  @Test func `a document holds entities`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } } }
        documents: { catalog: { bands: [Bnd], names: [String], band: Band } }
        """,
      """
      3:32: error: there is no entity 'Bnd'; did you mean 'Band'?
      3:46: error: there is no entity 'String'; declare it under 'entities'
      """)
  }

  @Test func `a collection does not lie in another`() {
    expectDiagnostics(
      of: #"""
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } } }
        documents: { catalog: { info: Band, info.bands: [Band], "info\\.bands": [Band] } }
        """#,
      """
      3:37: error: 'info.bands' is inside 'info', which holds records itself; make it a relationship \
      of their entity
      """)
  }

  @Test func `documents are named once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int } } }
        documents: { catalog: { bands: [Band] }, Catalog: { bands: [Band] } }
        """,
      """
      3:42: error: the document 'Catalog' is declared twice; it is already at Model.yml:3:14
      """)
  }
}
