// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the library is built as its users build it: in release, through the plugin.
let package = Package(
  name: "RowsmithBenchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Rowsmith", path: "..")],
  targets: [
    .executableTarget(
      name: "Reading",
      dependencies: [.product(name: "Rowsmith", package: "Rowsmith")],
      plugins: [.plugin(name: "RowsmithPlugin", package: "Rowsmith")])
  ],
  swiftLanguageModes: [.v6]
)
