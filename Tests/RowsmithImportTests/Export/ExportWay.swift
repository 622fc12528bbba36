import Rowsmith

/// A combination of options, and what it promises.
struct ExportWay: Sendable, CustomStringConvertible {
  var description: String
  var options: ExportOptions
  /// Whether an empty store gets the same rows and links, not only the same store nothing new.
  var isWhole: Bool

  static let standard = ExportWay(description: "standard", options: ExportOptions(), isWhole: true)

  /// The standard way and two others; of the trials, every one meets others.
  static func some(_ trial: Trial) -> [ExportWay] {
    let number = trial.steps.reduce(0) { $0 + $1.text.utf8.count }
    return [.standard, all[number % all.count], all[(number / all.count) % all.count]]
  }

  static let all: [ExportWay] = ExportOptions.Nulls.allCases.flatMap { nulls in
    ExportOptions.ToOne.allCases.flatMap { toOne in
      ExportOptions.ToMany.allCases.map { toMany in
        var options = ExportOptions()
        options.usesImpliedForeignKeys = nulls == .written
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
