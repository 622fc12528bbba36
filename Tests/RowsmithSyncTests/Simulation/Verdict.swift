/// What the network does to an exchange.
enum Fault: String, CaseIterable, Sendable {
  /// The connection ends before the server has read the request.
  case dropBefore
  /// The connection ends when the server has done what was asked.
  case dropAfter
  /// The server has done some of the requests, and nobody hears of it.
  case dropMiddle
  /// All is done, and the answers break off behind some of them.
  case cutAnswer
  /// No connection comes about.
  case offline
  /// The server wants to be left alone (503), at once or behind some of the requests.
  case throttled
  /// The server has done it, and answers 500.
  case failedAfter
  /// The server refuses one of the requests (422).
  case refused
  /// The server does not know the cursor (410).
  case forgotCursor
}

/// What the scheduler decides of an exchange.
struct Verdict: Sendable {
  /// Nil for an exchange that goes well.
  var fault: Fault?
  /// A random number that says where in a batch it happens.
  var place = 0
  /// Whether the server leaves the records out of its answers to writes.
  var isBrief = false
  /// Whether the client has been killed meanwhile.
  var isDead = false

  static let fine = Verdict()
}

/// Thrown where a client is killed.
struct SimulatedCrash: Error {
  /// The step at which it happened.
  var step: String
}
