import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The published rules find what an adapter does wrong: each rule is broken once.
@Suite struct SyncServerSuiteTests {
  static let broken: [(FaultyServer.Fault, String)] = [
    (.changesUsers, "saysWhoIsWho"), (.addsCredentials, "requestsStayTheSame"),
    (.forgetsRecords, "createsOnce"), (.repeatsAsRefusal, "repeatedCreationMakesOne"),
    (.writesBlindly, "creationOverwritesNothing"), (.refusesToMakeAgain, "createsAgain"),
    (.sendsChangesAlone, "changesWhatItNames"), (.keepsVersions, "versionsGrow"),
    (.writesBlindly, "staleChangeConflicts"), (.takesGoneForRefused, "changeOfNothingIsGone"),
    (.deletesNothing, "deletes"), (.refusesSecondDeletion, "deletesTwice"),
    (.writesBlindly, "staleDeletionConflicts"), (.newestFirst, "changesComeInOrder"),
    (.dropsNextPages, "nothingIsPassedOver"), (.takesCursorOfTheEnd, "cursorGoesOn"),
    (.dropsTombstones, "tombstonesCome"), (.hidesTombstonesWithEverything, "tombstonesComeWithEverything"),
    (.deletesNothing, "deletedWhilePaging"),
    (.startsAgainQuietly, "unknownCursorResets"), (.countsTombstones, "totalCountsWhatIsThere"),
    (.losesVersions, "versionsAloneAreTheSame"),
    (.failsForMissing, "readsWhatIsThere"), (.readsFirstTen, "readsMany"),
    (.reversesOutcomes, "outcomesKeepTheirPlaces"), (.refusesAllWithOne, "aRefusalIsItsOwn"),
    (.inventsOutcome, "sendsNothing"), (.losesEndsOfLinks, "linksAreRecords"),
    (.normalisesText, "textSurvives"),
    (.roundsNumbers, "integersSurvive"), (.ignoresNull, "nullTakesAway"),
    (.losesPermissions, "permissionsGoBeside"),
  ]

  @Test("A broken rule is found", arguments: broken)
  func aBrokenRuleIsFound(_ fault: FaultyServer.Fault, _ name: String) async throws {
    let kinto = try await TestKinto.shared(.memory)
    let bucket = TestKinto.bucket()
    let suite = Self.suite { FaultyServer(server: try KintoServer.test(kinto, bucket: bucket), fault: fault) }
    let check = try #require(suite.checks.first { $0.name == name })
    let findings = await suite.run(check)
    #expect(findings.map(\.check) == [name])
    #expect(findings.allSatisfy { $0.rule == check.rule && !$0.message.isEmpty })
  }

  @Test("Every rule is broken once")
  func everyRuleIsBrokenOnce() {
    let suite = Self.suite { throw SyncError(.offline, "nobody is asked") }
    #expect(suite.checks.map(\.name) == Self.broken.map(\.1))
    #expect(suite.checks.allSatisfy { !$0.rule.isEmpty && !$0.rule.hasSuffix(".") })
  }

  @Test("A server that cannot be reached keeps no rule")
  func aServerThatCannotBeReachedKeepsNoRule() async {
    let findings = await Self.suite { throw SyncError(.offline, "nobody is there") }.run()
    #expect(findings.count == Self.broken.count)
    #expect(findings.allSatisfy { $0.message.contains("nobody is there") })
  }

  @Test("The server in the process keeps every rule")
  func theServerInTheProcessKeepsEveryRule() async {
    let server = MemorySyncServer()
    let findings = await SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) { server }
      .run()
    #expect(findings.isEmpty, "\(findings)")
  }

  private static func suite(_ make: @escaping @Sendable () async throws -> any SyncServer) -> SyncServerSuite
  {
    var suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes"), makeServer: make)
    suite.links = SyncCollection(name: "Note.tags", path: "note-tags", isLinks: true)
    suite.refused = { _ in #"{"id": "another", "title": "made"}"# }
    suite.permissions = #"{"read": ["account:bob"]}"#
    return suite
  }
}
