/// Names the cases of an enumeration after its values.
enum CaseNames {
  /// One name per value, in order, all different. If two values have the same name, the first one keeps it, so that a value
  /// added at the end renames no other.
  static func names(of values: [String]) -> [String] {
    var taken: Set<String> = ["listed"]
    return values.map { value in
      let plain = CamelCase.name(of: value)
      let verbose = CamelCase.verboseName(of: value)
      var name = plain.map { taken.contains($0) ? verbose : $0 } ?? verbose
      var number = 2
      while taken.contains(name) {
        name = "\(plain ?? verbose)\(number)"
        number += 1
      }
      taken.insert(name)
      return name
    }
  }

  /// The name of the case for unlisted values: `unlisted`, unless a value has that name.
  static func unlisted(beside names: [String]) -> String {
    if !names.contains("unlisted") { return "unlisted" }
    return (0...).lazy.map { $0 == 0 ? "unlistedValue" : "unlistedValue\($0 + 1)" }
      .first { !names.contains($0) } ?? "unlistedValue"
  }
}
