import Rowsmith
import Testing

/// The text of a report.
struct ReportTextTests {
  @Test func `a report prints as the table of the command`() {
    var report = ImportReport()
    report.entities["Band"] = ImportReport.Counts()
    report.entities["Band"]?.inserted = 2
    report.entities["Album"] = ImportReport.Counts()
    report.links.added = 3
    report.skipped = [ImportReport.Skipped(path: "$[3].id", message: "expected an integer")]
    report.skippedCount = 2
    report.unresolved = ["Album.band": 4]
    report.bytes = 640
    #expect(
      "\(report)" == """
               inserted  updated  unchanged  deleted
        Album         0        0          0        0
        Band          2        0          0        0

        links: 3 added, 0 removed

        skipped records: 2
          $[3].id: expected an integer
          … and 1 more

        foreign keys without a row so far:
          Album.band  4

        640 bytes in 0.000 s, 0.0 MB/s

        """)
  }
}
