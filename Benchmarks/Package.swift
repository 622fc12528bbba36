// swift-tools-version: 6.1
import PackageDescription

let rowsmith: Target.Dependency = .product(name: "Rowsmith", package: "Rowsmith")
let client: [Target.Dependency] = ["RowsmithClient", "RowsmithCurl"].map {
  .product(name: $0, package: "Rowsmith")
}
let plugin: Target.PluginUsage = .plugin(name: "RowsmithPlugin", package: "Rowsmith")

// One module for each model of Schemas/.
let models = ["Deep", "Feed", "Links", "Numbers", "Texts", "Wide"]

// A package of its own, so that the library is built as its users build it: in release, through the plugin.
let package = Package(
  name: "RowsmithBenchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Rowsmith", path: "..")],
  targets: models.map { .target(name: $0, dependencies: [rowsmith], plugins: [plugin]) } + [
    .executableTarget(name: "Calling", dependencies: [rowsmith] + client, plugins: [plugin]),
    .executableTarget(
      name: "Syncing",
      dependencies: [rowsmith] + client + [.product(name: "RowsmithSync", package: "Rowsmith")],
      plugins: [plugin]),
    .executableTarget(name: "Importing", dependencies: [rowsmith] + models.map { .init(stringLiteral: $0) }),
    .executableTarget(name: "Opening", dependencies: [rowsmith, "Feed"]),
    .executableTarget(name: "Reading", dependencies: [rowsmith], plugins: [plugin]),
  ],
  swiftLanguageModes: [.v6]
)
