import Bands
import Rowsmith

/// Migrating.md. Compiled, not run: it needs a file of an older model.
func openMigrating(path: String) throws -> Store {
  var options = StoreOptions()
  options.onModelChange = .migrate
  let store = try Store(.file(path), model: BandsModel(), options: options)
  return store
}

/// Migrating.md.
func lookBeforeMigrating(path: String) throws {
  let plan = try Store.migrationPlan(at: path, to: BandsModel.schema)
  for step in plan.steps { print(step) }
  for loss in plan.losses { print("would be lost:", loss) }
}
