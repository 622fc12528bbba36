import Bands
import Rowsmith
import RowsmithTesting
import Testing

/// Samples in comments of RowsmithTesting on the rows of a store.
@Suite struct RowsSnippets {
  @Test func `a store with rows, and rows as a table`() throws {
    do {
      let store = try Store.testing(
        BandsModel(),
        json: [
          "Band": #"[{"name": "Genesis", "formed": 1967}, {"name": "Yes", "formed": 1968}]"#,
          "Album": #"{"name": "Foxtrot", "released": "1972-10-06", "band": "Genesis"}"#,
        ])
      try store.expectRows(
        Band.filter { $0.formed < 1970 }.order { $0.name },
        """
        │ name    │ formed │ disbanded │ hiatus │ otherNames │ bandDescription │
        │ Genesis │ 1967   │ NULL      │ NULL   │ NULL       │ NULL            │
        │ Yes     │ 1968   │ NULL      │ NULL   │ NULL       │ NULL            │
        """)
    }
  }
}
