/// What the options say of a record's members, and of the members of what is embedded in it.
struct ExportTree {
  /// What becomes of a member.
  enum Form {
    case keys, embedded, omitted
  }

  /// What was said of it; nil where only something further down was.
  private(set) var form: Form?
  /// Whether it is to be written, in whatever form.
  private(set) var isNamed = false
  /// Whether of its members only those that are named are written.
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

  /// Embeds what the path leads to and what it passes through.
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

  /// What was said of a member; nil where nothing was.
  subscript(name: String) -> ExportTree? { branches[name] }

  /// Whether nothing was said.
  var isEmpty: Bool { form == nil && !isNamed && !isRestricted && branches.isEmpty }

  /// The names of the members of which something was said, sorted.
  var names: [String] { branches.keys.sorted() }

  /// Whether a member is left out without being looked at further.
  func leavesOut(_ name: String, isKey: Bool) -> Bool {
    let branch = branches[name]
    return branch?.form == .omitted || isRestricted && !isKey && branch?.isNamed != true
  }
}
