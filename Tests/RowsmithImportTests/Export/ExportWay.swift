import Rowsmith

/// A combination of options, and what it promises.
struct ExportWay: Sendable, CustomStringConvertible {
  var description: String
  var options: ExportOptions
  /// Whether an empty store gets the same rows and links, not only the same store nothing new.
  var isWhole: Bool

  static let standard = ExportWay(description: "standard", options: ExportOptions(), isWhole: true)

  static let all: [ExportWay] = ExportOptions.Nulls.allCases.flatMap { nulls in
    ExportOptions.ToOne.allCases.flatMap { toOne in
      ExportOptions.ToMany.allCases.map { toMany in
        var options = ExportOptions()
        options.nulls = nulls
        options.toOne = toOne
        options.toMany = toMany
        return ExportWay(
          description: "nulls \(nulls), to-one \(toOne), to-many \(toMany)", options: options,
          isWhole: toMany != .omitted)
      }
    }
  }
}
