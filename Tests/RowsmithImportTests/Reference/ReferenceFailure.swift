import Rowsmith

/// Why the reference refuses to import.
struct ReferenceFailure: Error, Hashable {
  var reason: ImportError.Reason
  var message: String
  /// The JSON path of the fault.
  var path: String?
  /// The JSON path of the bad record; nil where no record can be left out to go on.
  var record: String?
  /// Whether it is found when the document has ended: which record is to blame is not compared then.
  var isJudgedAtTheEnd = false
  /// How the document contradicts itself, where the contract does not say what comes of it.
  var contradictions: Set<Contradiction> = []
}

/// A record that was left out.
struct ReferenceSkip: Hashable {
  /// The JSON path of the record.
  var record: String
  /// The JSON path of the fault.
  var path: String
  var message: String
}
