/// Names the cases of an enumeration after its values.
enum CaseNames {
  /// One name per value, in order, all different. The first of two values that would have the same name keeps
  /// it, so that a value added later at the end renames nothing.
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

  /// The name of the case for values that are not listed: `unlisted`, unless a value has that name.
  static func unlisted(beside names: [String]) -> String {
    if !names.contains("unlisted") { return "unlisted" }
    return (0...).lazy.map { $0 == 0 ? "unlistedValue" : "unlistedValue\($0 + 1)" }
      .first { !names.contains($0) } ?? "unlistedValue"
  }
}
