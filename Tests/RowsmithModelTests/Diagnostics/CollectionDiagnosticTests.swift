import Testing

/// What tells the records of a family, or of a mixed collection, apart.
struct CollectionDiagnosticTests {
  @Test func `the values of a discriminator stand for entities of the family`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Media:
            Discriminator: { key: type, values: { image: Image, clip: Vidoe, text: Note } }
            attributes: { id: Int }
          Image: { extends: Media }
          Video: { extends: Media }
          Note: { attributes: { id: Int } }
        """,
      """
      4:63: error: there is no entity 'Vidoe'; did you mean 'Video'?
      4:76: error: 'text' stands for 'Note', which does not extend 'Media'
      """)
  }

  @Test func `an entity that no value stands for can never be told`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Media:
            Discriminator: { key: type, values: { image: Image, photo: Image } }
            attributes: { id: Int }
          Moving: { extends: Media }
          Video: { extends: Moving }
          Image: { extends: Media }
        """,
      """
      4:20: warning: 'values' has no entry for 'Video', so no JSON can say that a record is one; add it
      """)
  }

  @Test func `a discriminator has values for something`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Media: { Discriminator: { key: type }, attributes: { id: Int } }
          Image: { extends: Media, Discriminator: { values: { image: Image } } }
          Note: { Discriminator: { key: $key, values: [Note] }, attributes: { id: Int } }
        """,
      """
      3:27: error: 'Discriminator' has no 'values'; write values: { image: Image }
      4:43: error: a family has one discriminator; move this to 'Media'
      5:26: warning: this discriminator has no effect: no entity extends 'Note'
      5:33: error: a discriminator is a key or a key path, not the place '$key'
      5:47: error: 'values' must be values with entities, such as { image: Image, video: Video }, found a \
      list
      """)
  }

  @Test func `a mixed collection holds entities`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Person: { attributes: { id: Int } } }
        documents:
          all:
            one: { oneOf: { people: Persn }, Discriminator: type }
            two: { oneOf: [Person, Comment] }
            three: { Discriminator: type, oneof: [Person] }
            four: { oneOf: [Person], Discriminator: $index }
        """,
      """
      5:29: error: there is no entity 'Persn'; did you mean 'Person'?
      6:28: error: there is no entity 'Comment'; declare it under 'entities'
      7:12: error: 'three' has no 'oneOf'; write oneOf: [Person, Comment]
      7:35: error: unknown key 'oneof' in a member of a document; did you mean 'oneOf'?
      8:45: error: a discriminator is a key or a key path, not the place '$index'
      """)
  }

  @Test func `a mixed relationship leads to one family`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Page:
            attributes: { id: Int }
            relationships:
              one: { oneOf: [Image, Note] }
              two: { to: [Media], oneOf: [Image, Note] }
              three: { to: Media?, oneOf: [Image, Video] }
              four: { to: [Media], Discriminator: type }
              five: { oneOf: [Imgae, Video] }
          Media: { attributes: { id: Int } }
          Image: { extends: Media }
          Video: { extends: Media }
          Note: { attributes: { id: Int } }
        """,
      """
      8:42: error: 'two' leads to 'Media', which 'Note' does not extend; make it extend that, or put the collection in a \
      document
      9:35: error: 'three' leads to one record of one family, whose discriminator says what it is; write \
      'to: Parent?' without 'oneOf', or 'oneOf' without 'to' if the entities extend no common one
      10:28: error: 'Discriminator' belongs to 'oneOf' here; write 'oneOf: [Person, Comment]' beside it, or \
      move it to the entity that the others extend
      11:23: error: there is no entity 'Imgae'; did you mean 'Image'?
      """)
  }

  @Test func `what leads to one of several entities holds keys of one column and of one type`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Remark:
            attributes: { id: Int, subject_type: String }
            relationships:
              subject: { oneOf: [Issue, Page, Line] }
          Issue: { attributes: { id: Int } }
          Page: { attributes: { id: String } }
          Line: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
        """,
      """
      5:28: error: 'subject_type' is a name that the relationship 'subject' uses, as are 'subject_type' and \
      'subject_id'; choose another
      7:33: error: 'subject' leads to 'Issue' and to 'Page', whose keys are of different types; one column \
      shows both
      7:39: error: 'subject' cannot lead to 'Line', whose key is not one attribute; give it a 'PrimaryKey' \
      of one attribute
      """)
  }

  @Test func `what leads to one of several entities is no key, and is indexed by its own name`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Vote:
            PrimaryKey: [user, subject]
            attributes: { user: String }
            relationships: { subject: { oneOf: [Issue, Page] } }
          Star:
            PrimaryKey: subjectPage
            relationships: { subject: { oneOf: [Issue, Page] } }
          Like:
            unique: [[subject_id], [user, subjekt]]
            indexes: [[subject], [subject, user]]
            attributes: { id: Int, user: String }
            relationships: { subject: { oneOf: [Issue, Page] } }
          Issue: { attributes: { id: Int } }
          Page: { attributes: { id: Int } }
        """,
      """
      5:24: error: 'subject' cannot be a primary key: it leads to one of several entities, each of which has \
      a column of its own; give the entity a key of its own and put 'subject' in 'unique'
      9:17: error: 'subjectPage' cannot be a primary key: it leads to one of several entities, each of which \
      has a column of its own; give the entity a key of its own and put 'subjectPage' in 'unique'
      12:15: error: 'subject_id' in 'unique' only shows what 'subject' leads to; write 'subject'
      12:35: error: 'subjekt' in 'unique' is not an attribute or to-one relationship of 'Like'; did you mean \
      'subject'?
      13:15: warning: an index on subject adds nothing: the relationship's own index covers it; leave it out
      """)
  }

  @Test func `only what leads to one of several entities says with a key of its own that it must`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Remark:
            attributes: { id: Int }
            relationships:
              page: { to: Page, required: true }
              subject: { oneOf: [Issue, Page], required: yes please }
              pages: { to: [Page], required: false }
          Issue: { attributes: { id: Int } }
          Page: { attributes: { id: Int } }
        """,
      """
      7:35: error: 'required' is for a 'oneOf' that leads to one record; for 'page' the type says it: 'Band' is \
      required, 'Band?' is not
      8:50: error: 'required' must be true or false, found 'yes please'
      9:38: error: 'required' is for a 'oneOf' that leads to one record; for 'pages' the type says it: 'Band' is \
      required, 'Band?' is not
      """)
  }

  @Test func `what leads to one of several entities shares its names with no column of its table`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        values: { Place: { key_id: Int } }
        entities:
          Remark:
            attributes: { id: Int }
            relationships: { subject: { oneOf: [Issue, Page] } }
          Note:
            extends: Remark
            attributes:
              subject_id: Int?
              subject: String?
          Mark:
            attributes: { id: Int, of: Place }
            relationships: { of_key: { oneOf: [Issue, Page] } }
          Issue: { attributes: { id: Int } }
          Page: { attributes: { id: Int } }
        """,
      """
      11:7: error: 'subject_id' is a name that the relationship 'subject' uses, as are 'subject_type' and \
      'subject_id'; choose another
      12:7: error: 'subject' is a name that the relationship 'subject' uses, as are 'subject_type' and \
      'subject_id'; choose another
      14:28: error: 'of_key_id' is a name that the relationship 'of_key' uses, as are 'of_key_type' and \
      'of_key_id'; choose another
      """)
  }

  @Test func `relatives do not use the same names for what leads to one of several entities`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Event: { attributes: { id: Int } }
          Opened: { extends: Event, relationships: { subject: { oneOf: [Issue, Pull] } } }
          Closed: { extends: Event, relationships: { subject: { oneOf: [Page, Post] } } }
          Issue: { attributes: { id: Int } }
          Pull: { attributes: { id: Int } }
          Page: { attributes: { id: Int } }
          Post: { attributes: { id: Int } }
        """,
      """
      6:46: error: 'subject' is a name that the relationship 'subject' uses, as are 'subject_type' and \
      'subject_id'; choose another
      """)
  }
}
