/// A Core Data model, as in its XML.
struct CoreDataModel {
  var entities: [Entity] = []
  /// Attributes composed of others (`Composite`), since iOS 17.
  var composites: [Entity] = []
  /// The names of stored fetch requests.
  var fetchRequests: [String] = []

  /// An entity, or a composite.
  struct Entity {
    var settings: Settings
    var attributes: [Member] = []
    var relationships: [Member] = []
    var fetchedProperties: [String] = []
    var info: [String: String] = [:]
    /// Lists of names that are unique together.
    var uniques: [[String]] = []
    /// Lists of names that are indexed together.
    var indexes: [[String]] = []

    var name: String { settings["name"] ?? "" }
  }

  /// An attribute or a relationship.
  struct Member {
    var settings: Settings
    var info: [String: String] = [:]

    var name: String { settings["name"] ?? "" }
    var isOptional: Bool { settings.isOn("optional") }
    var isToMany: Bool { settings.isOn("toMany") }
  }

  /// The attributes of an XML element.
  struct Settings {
    var values: [String: String]

    subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the value is YES, as Xcode writes it, or true.
    func isOn(_ key: String) -> Bool { values[key]?.uppercased() == "YES" || values[key] == "true" }
  }
}
