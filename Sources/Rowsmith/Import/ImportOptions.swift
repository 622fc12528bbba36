public import RowsmithSchema

/// How to import.
public struct ImportOptions: Sendable {
  /// The keys that lead from the top of the JSON to the value to import; empty for the top itself.
  public var path: [String] = []
  /// How root records are merged with existing rows; `nil` is `merge`, or the relationship's own policy for
  /// ``ImportTarget/relationship(parent:key:name:)``.
  ///
  /// `merge` keeps rows that the document does not name. `mergeAndPrune` deletes those of the root's entity at the end of
  /// the document. `replace` also deletes them, and overwrites the named rows whole.
  public var policy: Schema.MergePolicy?
  /// Which rows the root policies `mergeAndPrune` and `replace` may delete; empty for all rows of the root's entities.
  ///
  /// A row is deleted if the document does not name it and one of the scopes contains it at the end of the document. Rows
  /// of an entity without a scope are not deleted.
  public var pruneScopes: [PruneScope] = []
  /// What happens if a record is bad.
  public var onInvalid: InvalidRecordPolicy = .fail
  /// How many root records to read; the rest of the document is not looked at. `nil` for the whole document.
  ///
  /// If some are left unread, no row is deleted for not being named, whatever the ``policy``, and
  /// ``ImportReport/stoppedAfter`` is set. Slow sources are then read inside the transaction, so that no more bytes are
  /// taken than needed. Several sources share one count. Not allowed for ``ImportTarget/relationship(parent:key:name:)``.
  public var stopAfter: Int?
  /// The origin of the changes that observers and participants see.
  public var origin = ChangeOrigin.import
  /// Whether everything is rolled back at the end, so that only the report remains.
  public var isDryRun = false
  /// Called now and then with the progress, on the importing thread.
  public var progress: (@Sendable (ImportProgress) -> Void)?
  /// Called now and then; if it returns `true`, the import throws ``ImportError/Reason/cancelled``.
  public var isCancelled: (@Sendable () -> Bool)?

  /// How to read the JSON, in place of the store's own model.
  package var model: ImportModel?

  /// Whether a key that the model does not mention makes its record bad (see ``onInvalid``). Otherwise those keys are
  /// counted in ``ImportReport/unknownKeys``.
  public var refusesUnknownKeys = false

  /// Whether to throw ``Contradictions`` at the end if records were left out that a wider model would allow.
  package var findsContradictions = false
  /// Whether to throw ``NewKeys`` at the end if records have keys that the model does not mention.
  package var findsNewKeys = false
  /// Whether the report has the paths of all root records that were left out: see ``ImportReport/unlistedRoots``.
  package var findsAllRoots = false

  /// Whether sources are tables of text. Null under a key that the model does not mention then counts as absent, as a table has
  /// fields for what other records have, and text is read as a sign of deletion that is a number or a truth value.
  package var readsTables = false

  /// Whether `[]` where the model has one object, a value or a to-one relationship, counts as null. Otherwise it is a fault.
  package var readsEmptyArrays = false

  /// A statement that finds rows not to delete for not being named, because only this database knows them. Its columns: the
  /// name of a table, and the key of a row as one value.
  package var keptRows: String?

  /// Looks for values that the document gives as the rows have them already.
  package var confirmed: ConfirmedValues?

  /// Collects the rowids of the root records.
  package var rootRows: RootRows?

  /// From how many bytes on it pays to create indexes after the rows.
  var lateIndexBytes = LateIndexes.minimumBytes
  /// From how many bytes on it pays to look for repeated objects.
  var repeatedObjectBytes = RepeatedObjects.minimumBytes
  /// How many rows of a table are inserted one by one before further ones are queued to be written together.
  var rowsBeforeQueue = RowQueue.minimumRows

  /// Creates the default options: the value at the top, `merge`, failing at the first bad record.
  public init() {}

  /// The same options, whose progress counts on from the bytes of earlier sources.
  func counting(from earlier: Int) -> ImportOptions {
    var options = self
    if earlier > 0, let progress {
      options.progress = { told in
        var told = told
        told.bytes += earlier
        progress(told)
      }
    }
    return options
  }
}

/// What an import does with bad records.
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
  /// The total bytes, if the source knows.
  public var totalBytes: Int?
  /// The records applied so far, embedded ones included.
  public var records: Int

  /// Creates the progress of an import; without arguments, of one that begins.
  public init(bytes: Int = 0, totalBytes: Int? = nil, records: Int = 0) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.records = records
  }
}
