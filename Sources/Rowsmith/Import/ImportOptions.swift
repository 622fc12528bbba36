public import RowsmithSchema

/// How an import is done.
public struct ImportOptions: Sendable {
  /// The keys that lead from the top of the JSON to the value; empty for the top itself.
  public var path: [String] = []
  /// How the root records meet the rows that are already there; nil is `merge`, or the relationship's own
  /// policy for ``ImportTarget/relationship(parent:key:name:)``.
  ///
  /// `merge` keeps the rows that the document does not name, `mergeAndPrune` deletes those of the root's entity when it
  /// has ended, `replace` does so too and overwrites the others whole.
  public var policy: Schema.MergePolicy?
  /// Which rows the root policies `mergeAndPrune` and `replace` may delete; empty for all rows of the root's entities.
  ///
  /// A row goes that the document does not name and that one of the scopes has when the document has ended. Of an entity
  /// that no scope is about, none goes.
  public var pruneScopes: [PruneScope] = []
  /// What a bad record does.
  public var onInvalid: InvalidRecordPolicy = .fail
  /// After how many root records to stop reading: what came until then is imported, what follows is not looked at. Nil for
  /// the whole document.
  ///
  /// Where some were left unread, no row goes for not being named, whatever the ``policy``, and
  /// ``ImportReport/stoppedAfter`` says so. A source whose bytes one waits for is read inside the transaction, so that no
  /// more of it is taken than is needed. Of several sources the records are counted together. Not for
  /// ``ImportTarget/relationship(parent:key:name:)``.
  public var stopAfter: Int?
  /// What observers and participants are told has brought the changes.
  public var origin = ChangeOrigin.import
  /// Whether everything is rolled back at the end, so that only the report remains.
  public var isDryRun = false
  /// Told every now and then how far the import is; called on the importing thread.
  public var progress: (@Sendable (ImportProgress) -> Void)?
  /// Asked every now and then whether to stop; true makes the import throw ``ImportError/Reason/cancelled``.
  public var isCancelled: (@Sendable () -> Bool)?

  /// How JSON is brought in, in place of the store's own model.
  package var model: ImportModel?

  /// Whether a key that the model does not mention makes its record a bad one, which ``onInvalid`` decides about. Otherwise
  /// such keys are counted in ``ImportReport/unknownKeys``.
  public var refusesUnknownKeys = false

  /// Whether an import that leaves out records which a wider model would allow throws ``Contradictions`` at its end.
  package var findsContradictions = false
  /// Whether an import of records with keys that the model does not mention throws ``NewKeys`` at its end.
  package var findsNewKeys = false

  /// A statement that finds rows which do not go for not being named, as nobody outside of the database knows them: the name
  /// of a table, and a key of it as one value.
  package var keptRows: String?

  /// Told which rows the root records are.
  package var rootRows: RootRows?

  /// From how many bytes on a document is large, so that it pays to make indices behind the rows.
  var lateIndexBytes = LateIndexes.minimumBytes
  /// From how many bytes on it pays to look for objects that come again.
  var repeatedObjectBytes = RepeatedObjects.minimumBytes
  /// How many rows of a table are inserted before others wait to be written together.
  var rowsBeforeQueue = RowQueue.minimumRows

  /// Creates the default options: the value at the top, merged, failing at the first bad record.
  public init() {}
}

/// What an import does with a bad record.
public enum InvalidRecordPolicy: String, Sendable, Hashable, CaseIterable {
  /// The import fails and nothing is written.
  case fail
  /// The record is left out with everything embedded in it, and listed in the report.
  case skip
}

/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
  /// The bytes read so far.
  public var bytes: Int
  /// The bytes in all, where the source knows.
  public var totalBytes: Int?
  /// The records applied so far, embedded ones included.
  public var records: Int
}
