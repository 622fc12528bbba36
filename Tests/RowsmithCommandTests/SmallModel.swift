/// A model that is small enough to see at once, and its database in a folder of its own.
struct SmallModel {
  let folder: Folder

  static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    enums: { Mood: [glad, sad] }
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, formed: Int?, mood: Mood? }
        relationships: { albums: { to: [Album], MergePolicy: MergeAndPrune, ordered: true } }
      Album:
        attributes: { id: Int, title: String }
        relationships: { band: Band?, tracks: [Track] }
      Track:
        PrimaryKey: [album, disc, place]
        attributes: { disc: String, place: Int, name: String? }
        relationships: { album: Album, guests: [Band] }
    documents:
      all: { bands: [Band], albums: [Album] }

    """

  init(_ yaml: String = SmallModel.yaml) throws {
    folder = try Folder()
    try folder.write(yaml, to: "Small.yml")
  }

  /// Runs `rowsmith import` with a document on standard input.
  func importJSON(_ json: String, _ arguments: [String]) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["import", "-", "--model", "Small.yml", "--into", "small.sqlite"] + arguments, input: json, in: folder)
  }

  /// The records of an entity as JSON, after an import that must succeed.
  func export(_ entity: String, _ arguments: [String] = []) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["export", "--model", "Small.yml", "--from", "small.sqlite", "--entity", entity] + arguments, in: folder
    )
  }
}
