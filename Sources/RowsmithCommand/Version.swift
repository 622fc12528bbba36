/// The version of Rowsmith, as `rowsmith --version` prints it.
enum Version {
  static let current = "0.1.0"
}
