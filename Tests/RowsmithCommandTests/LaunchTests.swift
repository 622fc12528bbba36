#if os(Linux)
  import Testing

  /// What the program brings along at each start.
  struct LaunchTests {
    @Test
    func
      `libcurl, and the thirty libraries that it needs, are loaded by those commands only that ask a server`()
      throws
    {
      // The loader prints what it would load, and the program does not begin.
      let outcome = try RowsmithProcess.shell("LD_TRACE_LOADED_OBJECTS=1 $R", in: try Folder())
      #expect(outcome.output.contains("libsqlite3"))
      #expect(!outcome.output.contains("libcurl"))
      #expect(!outcome.output.contains("libssl"))
    }
  }
#endif
