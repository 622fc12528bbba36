import Rowsmith
import RowsmithSchema

// The model and the database change together: each attempt is one transaction. If the document contradicts the model, the
// model is widened and the import retried.
extension Importer {
  /// Imports files as one document, and migrates the database in the same transaction.
  func importEvolving(
    _ files: [ImportFile], _ target: ImportTarget, _ model: EvolvingModel, _ plan: ImportPlan,
    _ options: ImportOptions, _ interruption: Interruption
  ) throws -> ImportReport {
    let attempt = { (options: ImportOptions) throws -> ImportReport in
      try self.attempt(files, target, model.loaded.schema, plan, options, interruption)
    }
    var looksFirst = options.onInvalid == .skip
    var findsNewKeys = true
    while true {
      var options = options
      (options.findsContradictions, options.findsNewKeys) = (looksFirst, findsNewKeys)
      options.readsEmptyArrays = model.mayBeWidened
      do {
        return try attempt(options)
      } catch let contradictions as Contradictions {
        looksFirst = try model.widen(contradictions.errors)
      } catch let new as NewKeys {
        findsNewKeys = try model.add(new)
      } catch let error as ImportError where error.contradiction != nil {
        // Collects further contradictions, to avoid one attempt for each.
        let others = look(options, attempt)
        guard try model.widen([error] + others) else { throw error }
      } catch let error as MigrationError {
        guard try model.avoidLosses(error) else { throw error }
      }
    }
  }

  /// The contradictions that a dry run of the whole document finds. Nothing is written.
  private func look(
    _ options: ImportOptions, _ attempt: (ImportOptions) throws -> ImportReport
  ) -> [ImportError] {
    var options = options
    (options.onInvalid, options.isDryRun, options.findsContradictions) = (.skip, true, true)
    do {
      _ = try attempt(options)
      return []
    } catch {
      return (error as? Contradictions)?.errors ?? []
    }
  }

  private func attempt(
    _ files: [ImportFile], _ target: ImportTarget, _ schema: Schema, _ plan: ImportPlan,
    _ options: ImportOptions, _ interruption: Interruption
  ) throws -> ImportReport {
    let database = arguments.database
    // The copy must outlive the store.
    var copy: TemporaryCopy?
    defer { withExtendedLifetime(copy) {} }
    var location = StoreLocation.file(database.path)
    if options.isDryRun {
      (location, copy) = try database.dryRunPlace(
        schema: Store.storedSchema(at: database.path, options: database.readOnlyOptions))
    }
    if try database.hasContent && !database.isForeign {
      let graph = SchemaGraph(schema)
      return try Store.migrateAndImport(
        at: location.path ?? database.path, to: schema,
        files.map { file in
          source(file, plan, target, schema, interruption) { Store.table($0, format: $1, of: $2, in: graph) }
        },
        into: target, hasTables: hasTable(files), options: options, store: database.plainOptions,
        isStopped: { interruption.isRaised })
    }
    let store = try interruption.watching {
      try Store(location, schema: schema, options: database.options, isStopped: { interruption.isRaised })
    }
    do {
      let sources = files.map { file in
        source(file, plan, target, schema, interruption) { store.table($0, format: $1, of: $2) }
      }
      let report = try store.importJSON(
        sources, into: target, options: hasTable(files) ? store.forText(options) : options)
      store.close()
      return report
    } catch {
      store.discard()
      throw error
    }
  }
}
