/// What the options say about a record's members, and about the members of embedded records.
struct ExportTree {
  /// How a member is written.
  enum Form {
    case keys, embedded, omitted
  }

  /// What the options say about it; `nil` if they only name something inside it.
  private(set) var form: Form?
  /// Whether `only` names it.
  private(set) var isNamed = false
  /// Whether only the named members of it are written.
  private(set) var isRestricted = false
  private(set) var branches: [String: ExportTree] = [:]

  init() {}

  init(_ options: ExportOptions) {
    for path in options.keys { insert(path[...]) { $0.form = .keys } }
    for path in options.embedded { embed(path[...]) }
    for path in options.omitted { insert(path[...]) { $0.form = .omitted } }
    guard let only = options.only else { return }
    isRestricted = true
    for path in only { restrict(path[...]) }
  }

  private mutating func insert(_ path: ArraySlice<String>, _ change: (inout ExportTree) -> Void) {
    guard let name = path.first else { return change(&self) }
    branches[name, default: ExportTree()].insert(path.dropFirst(), change)
  }

  /// Embeds the relationship at the end of the path and those along it.
  private mutating func embed(_ path: ArraySlice<String>) {
    guard let name = path.first else { return }
    branches[name, default: ExportTree()].form = .embedded
    branches[name, default: ExportTree()].embed(path.dropFirst())
  }

  private mutating func restrict(_ path: ArraySlice<String>) {
    guard let name = path.first else { return }
    branches[name, default: ExportTree()].isNamed = true
    if path.count > 1 {
      branches[name, default: ExportTree()].isRestricted = true
      if branches[name]?.form != .omitted { branches[name]?.form = .embedded }
    }
    branches[name]?.restrict(path.dropFirst())
  }

  /// What the options say about a member; `nil` for nothing.
  subscript(name: String) -> ExportTree? { branches[name] }

  /// Whether the options say nothing.
  var isEmpty: Bool { form == nil && !isNamed && !isRestricted && branches.isEmpty }

  /// The names of the members that the options mention, sorted.
  var names: [String] { branches.keys.sorted() }

  /// Whether a member is left out entirely.
  func leavesOut(_ name: String, isKey: Bool) -> Bool {
    let branch = branches[name]
    return branch?.form == .omitted || isRestricted && !isKey && branch?.isNamed != true
  }
}
