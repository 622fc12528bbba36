// swift-tools-version: 6.2
import PackageDescription

// The settings of every target, applied by the loop at the end.
let strictness: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// On Linux, linking URLSession adds 20 ms to each start of a program, so its transport is a separate target there.
#if os(Linux)
  let sessionFolder = "Sources/RowsmithClient/Transport/URLSession"
  let notInClient = ["Transport/URLSession"]
  let sessionSettings: [SwiftSetting] = [.define("ROWSMITH_URLSESSION")]
#else
  let sessionFolder = "Sources/RowsmithURLSession"
  let notInClient: [String] = []
  let sessionSettings: [SwiftSetting] = []
#endif

// The library for encrypted databases.
let encrypted = Target.Dependency.target(name: "CSQLCipher", condition: .when(traits: ["SQLCipher"]))

let package = Package(
  name: "Rowsmith",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Rowsmith", targets: ["Rowsmith"]),
    // Live results for views and view models.
    .library(name: "RowsmithLive", targets: ["RowsmithLive"]),
    // Imports compressed documents; links zlib.
    .library(name: "RowsmithGzip", targets: ["RowsmithGzip"]),
    // Calls a server. RowsmithCurl is its transport on Linux.
    .library(name: "RowsmithClient", targets: ["RowsmithClient"]),
    // Synchronises a database with a server, in both directions.
    .library(name: "RowsmithSync", targets: ["RowsmithSync"]),
    .library(name: "RowsmithCurl", targets: ["RowsmithCurl"]),
    .library(name: "RowsmithURLSession", targets: ["RowsmithURLSession"]),
    // For the tests of apps.
    .library(name: "RowsmithTesting", targets: ["RowsmithTesting"]),
    .executable(name: "rowsmith", targets: ["RowsmithCommand"]),
    .plugin(name: "RowsmithPlugin", targets: ["RowsmithPlugin"]),
    .plugin(name: "RowsmithGenerate", targets: ["RowsmithGenerate"]),
  ],
  traits: [
    .trait(
      name: "SQLCipher", description: "Databases with a key: Rowsmith links SQLCipher in place of SQLite."),
    .trait(
      name: "Optimized",
      description: "Debug builds import three to ten times as quickly; the first one takes twice as long."),
  ],
  targets: [
    // The C libraries. Apps link SQLite, and zlib if they use RowsmithGzip or RowsmithCurl, which loads libcurl lazily. Only the
    // tools link libyaml.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // Replaces SQLite with the trait SQLCipher. Without the trait the library is not needed.
    .systemLibrary(name: "CSQLCipher", providers: [.apt(["libsqlcipher-dev"]), .brew(["sqlcipher"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    // Not by pkg-config, which Apple's SDKs do not use: builds for iOS would warn, or link Homebrew's zlib for macOS.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    // A model as plain values, and its validation: no YAML, no SQL, no JSON. The plugins' tool builds it.
    .target(name: "RowsmithSchema"),
    // The API of a server as plain values: its address, its routes. No HTTP, no YAML.
    .target(name: "RowsmithAPI"),
    // YAML -> Schema and API, with diagnostics that point at the word.
    .target(name: "RowsmithModel", dependencies: ["RowsmithAPI", "RowsmithSchema", "CYAML"]),
    // Schema and API -> Swift.
    .target(name: "RowsmithGenerator", dependencies: ["RowsmithAPI", "RowsmithSchema"]),
    // Schema -> the text of a diagram. Apps and plugins do not link it.
    .target(name: "RowsmithDiagram", dependencies: ["RowsmithSchema"]),
    // YAML files -> Swift files, for the command line and the plugins.
    .target(
      name: "RowsmithGeneration",
      dependencies: ["RowsmithAPI", "RowsmithModel", "RowsmithGenerator", "RowsmithSchema"]),
    // Samples, API descriptions, Core Data models or databases -> a model. The command line links it.
    .target(
      name: "RowsmithInference",
      dependencies: ["Rowsmith", "RowsmithModel", "RowsmithSchema", "CSQLite", "CYAML", encrypted]),
    // The runtime that apps link: Schema -> tables and migrations, JSON -> rows, rows -> records.
    .target(name: "Rowsmith", dependencies: ["RowsmithSchema", "CSQLite", encrypted]),
    // The result of a query as an observable object. On Linux, linking Observation adds 1 ms to each start of a program.
    .target(name: "RowsmithLive", dependencies: ["Rowsmith"]),
    // gzip -> JSON, for imports.
    .target(name: "RowsmithGzip", dependencies: ["Rowsmith", "CZlib"]),
    // Routes -> requests, answers -> imports: caching, paging, authentication, batches, offline work.
    .target(
      name: "RowsmithClient", dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithSchema"],
      exclude: notInClient),
    // The transport over URLSession; on other platforms than Linux, the client contains it.
    .target(
      name: "RowsmithURLSession", dependencies: ["RowsmithClient"], path: sessionFolder,
      swiftSettings: sessionSettings),
    // The transport over libcurl.
    .target(name: "RowsmithCurl", dependencies: ["RowsmithClient", "CCurl", "CZlib"]),
    // Synchronisation in both directions: tracking, merging, adapters.
    .target(
      name: "RowsmithSync",
      dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithSchema"]),
    // A transport within the process, and stores with rows, for tests.
    .target(
      name: "RowsmithTesting",
      dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithSchema", "RowsmithSync"]),

    // The tool that the plugins run. It is small, so that a package with the plugin builds little for it.
    .executableTarget(
      name: "RowsmithGenerateTool", dependencies: ["RowsmithGeneration", "RowsmithGenerator"]),
    .executableTarget(
      name: "RowsmithCommand",
      dependencies: [
        "CSQLite", "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithDiagram",
        "RowsmithGeneration", "RowsmithGenerator", "RowsmithGzip", "RowsmithInference", "RowsmithModel",
        "RowsmithSchema", "RowsmithSync", encrypted,
      ]),

    // Generates the module in every build.
    .plugin(
      name: "RowsmithPlugin", capability: .buildTool(), dependencies: ["RowsmithGenerateTool"]),
    // Generates source into the package, for projects that commit generated code.
    .plugin(
      name: "RowsmithGenerate",
      capability: .command(
        intent: .custom(
          verb: "rowsmith-generate", description: "Writes the Swift source of the models into the package."),
        permissions: [.writeToPackageDirectory(reason: "It writes generated source files.")]),
      dependencies: ["RowsmithGenerateTool"]),

    // Generated code for the models in Schemas/, for the hardest model of the tests, for one with values of several parts, for
    // the test server, and for a model that synchronises.
    .target(name: "Bands", dependencies: ["Rowsmith"], path: "Generated/Bands"),
    .target(name: "Shop", dependencies: ["Rowsmith"], path: "Generated/Shop"),
    .target(name: "GitHub", dependencies: ["Rowsmith"], path: "Generated/GitHub"),
    .target(name: "Hardest", dependencies: ["Rowsmith"], path: "Generated/Hardest"),
    .target(name: "Places", dependencies: ["Rowsmith"], path: "Generated/Places"),
    .target(name: "Server", dependencies: ["Rowsmith", "RowsmithClient"], path: "Generated/Server"),
    .target(name: "Notes", dependencies: ["Rowsmith", "RowsmithSync"], path: "Generated/Notes"),

    // The programs of Scripts/demo.
    .executableTarget(name: "BandsDemo", dependencies: ["Bands", "Rowsmith"], path: "Examples/BandsDemo"),
    .executableTarget(name: "IssuesDemo", dependencies: ["GitHub", "Rowsmith"], path: "Examples/IssuesDemo"),

    // The view models of an app that reads posts, and their tests.
    .target(name: "Reader", dependencies: ["Rowsmith", "RowsmithClient"], path: "Generated/Reader"),
    .target(
      name: "ReaderKit", dependencies: ["Reader", "Rowsmith", "RowsmithClient", "RowsmithLive"],
      path: "Examples/Reader/ReaderKit"),
    .testTarget(
      name: "ReaderTests",
      dependencies: ["Reader", "ReaderKit", "Rowsmith", "RowsmithClient", "RowsmithTesting"],
      path: "Examples/Reader/Tests"),

    // The client of Scripts/client-trials, which kills it.
    .executableTarget(
      name: "ClientTrial",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "TestSupport",
      ], path: "Tests/ClientTrial"),

    // The device of Scripts/sync-kills, which kills it.
    .executableTarget(
      name: "SyncTrial",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "RowsmithSync", "TestSupport",
      ], path: "Tests/SyncTrial"),

    // Built by Scripts/test-sqlcipher with the trait SQLCipher.
    .executableTarget(
      name: "CipherTrial", dependencies: ["Bands", "Rowsmith", "RowsmithSchema"], path: "Tests/CipherTrial"),

    // Shared by tests of several targets.
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Rowsmith", "RowsmithModel", "RowsmithSchema"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "RowsmithGeneratorTests",
      dependencies: [
        "RowsmithAPI", "RowsmithGenerator", "RowsmithModel", "RowsmithSchema", "TestSupport",
      ]),
    .testTarget(
      name: "RowsmithGenerationTests", dependencies: ["RowsmithGeneration", "RowsmithGenerator"]),
    .testTarget(
      name: "RowsmithLiveTests", dependencies: ["Bands", "Rowsmith", "RowsmithLive", "RowsmithTesting"]),
    .testTarget(name: "RowsmithRecordTests", dependencies: ["Rowsmith", "CSQLite", "TestSupport"]),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: [
        "Bands", "Shop", "GitHub", "Hardest", "Notes", "Places", "Rowsmith", "RowsmithAPI", "RowsmithModel",
        "CSQLite", "TestSupport",
      ]),
    // Checks README.md and the articles of the documentation.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Bands", "Hardest", "Notes", "Places", "Rowsmith", "RowsmithAPI", "RowsmithClient",
        "RowsmithCommand", "RowsmithCurl", "RowsmithDiagram", "RowsmithGenerator", "RowsmithGzip",
        "RowsmithLive", "RowsmithModel", "RowsmithSchema", "RowsmithSync", "RowsmithTesting", "Server",
        "TestSupport",
      ]),
    // Builds packages that use the plugins. The first run is slow.
    .testTarget(name: "PluginTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "RowsmithDiagramTests", dependencies: ["RowsmithDiagram", "RowsmithModel", "RowsmithSchema"],
      exclude: ["Golden"]),
    .testTarget(name: "RowsmithSchemaTests", dependencies: ["RowsmithSchema", "TestSupport"]),
    .testTarget(
      name: "RowsmithModelTests",
      dependencies: ["RowsmithAPI", "RowsmithModel", "RowsmithSchema", "TestSupport"]),
    .testTarget(
      name: "RowsmithInferenceTests",
      dependencies: [
        "Rowsmith", "RowsmithInference", "RowsmithModel", "RowsmithSchema", "CSQLite", "TestSupport",
      ], exclude: ["Descriptions/Facts", "Descriptions/Golden", "Samples"]),
    .testTarget(
      name: "RowsmithImportTests",
      dependencies: [
        "Rowsmith", "RowsmithGzip", "RowsmithInference", "RowsmithModel", "RowsmithSchema", "CSQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "RowsmithClientTests",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "RowsmithTesting", "Server", "CSQLite", "TestSupport",
      ]),
    // Two databases and a server: rules, simulated faults, real servers.
    .testTarget(
      name: "RowsmithSyncTests",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "RowsmithSync", "RowsmithTesting", "CSQLite", "TestSupport",
      ], exclude: ["Requirements.md"]),
    // The transports against a server that disconnects, stalls and sends invalid answers.
    .testTarget(
      name: "RowsmithTransportTests",
      dependencies: ["RowsmithClient", "RowsmithCurl", "RowsmithURLSession", "TestSupport"]),
    .testTarget(
      name: "RowsmithStoreTests",
      dependencies: [
        "Rowsmith", "RowsmithSchema", "RowsmithModel", "Bands", "Shop", "GitHub", "Hardest", "CSQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "RowsmithMigrationTests",
      dependencies: [
        "Rowsmith", "RowsmithCommand", "RowsmithModel", "RowsmithSchema", "CSQLite", "TestSupport",
      ]),
    .testTarget(
      name: "RowsmithCommandTests",
      dependencies: [
        "RowsmithCommand", "CSQLite", "Rowsmith", "RowsmithClient", "RowsmithSchema", "RowsmithSync",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The targets that read JSON and write rows: with the trait Optimized, debug builds optimise them, too.
for target in package.targets where ["Rowsmith", "RowsmithSchema"].contains(target.name) {
  target.swiftSettings = [
    .unsafeFlags(
      ["-O", "-enforce-exclusivity=unchecked"], .when(configuration: .debug, traits: ["Optimized"])),
    // Debug builds, and with them all tests, check at run time that no two accesses to a variable overlap.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]
}
// As a release build, all files of the runtime together: it imports as quickly then. Tried with SwiftPM on Linux only.
for target in package.targets where target.name == "Rowsmith" {
  target.swiftSettings?.append(
    .unsafeFlags(
      ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
      .when(platforms: [.linux], configuration: .debug, traits: ["Optimized"])))
}
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + strictness
}
