import Testing

/// What is the app's own, what the server has deleted, and which of two versions is the newer.
struct LifecycleDiagnosticTests {
  @Test func `nothing about JSON can be said of a local attribute`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            PrimaryKey: key
            attributes:
              key: { type: String, local: true, default: a }
              read: { type: Int?, local: true, ImportName: r }
              written: { type: Int?, local: true, export: true }
              dated: { type: Date?, local: true, DateFormat: rfc1123 }
              bent: { type: Int?, local: true, coerce: true, Transform: trim }
              missing: { type: Int, local: true }
              fine: { type: Date?, local: true }
              alsoFine: { type: Bool, local: true, default: false, index: true }
        """,
      """
      4:17: error: 'key' cannot be a primary key: it is local, so no JSON has it
      7:52: error: 'read' is local, so no JSON is read for it; leave 'ImportName' or 'local' out
      8:51: error: 'written' is local, so no JSON has it; leave 'export' out
      9:54: warning: 'DateFormat' has no effect on 'dated', which is local: no JSON is read or produced
      10:48: warning: 'coerce' has no effect on 'bent', which is local: no JSON is read or produced
      10:65: warning: 'Transform' has no effect on 'bent', which is local: no JSON is read or produced
      11:36: error: 'missing' is local, so no import gives it a value; add '?' to its type or give it a \
      'default'
      """)
  }

  @Test func `what is deleted or newer has a key, and is said of the whole family`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { name: String, at: Date }, DeletedWhen: gone, ModificationAttribute: at }
          B: { attributes: { id: Int, at: Date } }
          C: { extends: B, DeletedWhen: { state: gone }, ModificationAttribute: at }
        """,
      """
      3:61: error: 'DeletedWhen' needs to recognise records, but 'A' has no primary key; give it one
      3:90: error: 'ModificationAttribute' needs to recognise records, but 'A' has no primary key; give it \
      one
      5:33: error: 'DeletedWhen' applies to a whole family; move it to 'B'
      5:73: error: 'ModificationAttribute' applies to a whole family; move it to 'B'
      """)
  }

  @Test func `a modification attribute has an order, and the server has it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int, updatedAt: Date }, ModificationAttribute: updatedOn }
          B: { attributes: { id: Int, tags: [String]? }, ModificationAttribute: tags }
          C: { attributes: { id: Int, etag: String? }, ModificationAttribute: etag }
          D: { attributes: { id: Int, seenAt: { type: Date?, local: true } }, ModificationAttribute: seenAt }
        """.replacing("[String]?", with: "\"[String]?\""),
      """
      3:73: error: the modification attribute 'updatedOn' is not an attribute of 'A'; did you mean 'updatedAt'?
      4:75: error: the modification attribute 'tags' must be a Date, Int, Double or Decimal, which \
      can be compared; it is [String]?
      5:71: error: the modification attribute 'etag' must be a Date, Int, Double or Decimal, which \
      can be compared; it is String?
      6:94: error: the modification attribute 'seenAt' is local, but the server's versions are compared by \
      it; name an attribute that the JSON has
      """)
  }

  @Test func `what says that a record is deleted is a key, with values or without`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int }, DeletedWhen: a..b }
          B: { attributes: { id: Int }, DeletedWhen: { state: } }
          C: { attributes: { id: Int }, DeletedWhen: { state: [gone, null, .inf, [a]], flag: [] } }
          D: { attributes: { id: Int }, DeletedWhen: [[a]] }
          E: { attributes: { id: Int }, DeletedWhen: [] }
        """,
      """
      3:46: error: the key path 'a..b' has an empty key; write keys with one dot between them, and '\\.' for a \
      dot in a key
      4:55: error: 'state' must have a text, number or truth value, or a list of these, found nothing
      5:62: error: 'state' must have a text, number or truth value, or a list of these, found null
      5:68: error: 'state' must have a text, number or truth value, or a list of these, found .inf
      5:74: error: 'state' must have a text, number or truth value, or a list of these, found a list
      5:86: error: the list of 'flag' is empty; name at least one, or leave the key out
      6:47: error: an item of 'DeletedWhen' must be a key, or keys with values such as { status: [removed, \
      gone] }, found a list
      7:46: error: 'DeletedWhen' is empty; name at least one, or leave the key out
      """)
  }
}
