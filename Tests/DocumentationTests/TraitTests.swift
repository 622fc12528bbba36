import Testing

/// With the trait SQLCipher the program links that library alone: both at once have the same names.
struct TraitTests {
  @Test func `who imports SQLite imports SQLCipher in its place with the trait`() throws {
    var count = 0
    for path in Repository.sources {
      let text = try Repository.text(of: path)
      guard text.contains("import CSQLite\n") else { continue }
      count += 1
      let block = "#if SQLCipher\n  import CSQLCipher\n#else\n  import CSQLite\n#endif\n"
      #expect(text.contains(block), "\(path)")
    }
    #expect(count > 30)
  }
}
