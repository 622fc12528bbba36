// swift-tools-version: 6.2
import PackageDescription

// Every target is checked the same way; the loop at the end applies this list.
let strictness: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// URLSession costs whoever links it 20 ms at each start on Linux, so there its transport is a target of its own.
#if os(Linux)
  let sessionFolder = "Sources/RowsmithClient/Transport/URLSession"
  let notInClient = ["Transport/URLSession"]
  let sessionSettings: [SwiftSetting] = [.define("ROWSMITH_URLSESSION")]
#else
  let sessionFolder = "Sources/RowsmithURLSession"
  let notInClient: [String] = []
  let sessionSettings: [SwiftSetting] = []
#endif

// What opens databases that have a key.
let encrypted = Target.Dependency.target(name: "CSQLCipher", condition: .when(traits: ["SQLCipher"]))

let package = Package(
  name: "Rowsmith",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Rowsmith", targets: ["Rowsmith"]),
    // Results that views and view models follow.
    .library(name: "RowsmithLive", targets: ["RowsmithLive"]),
    // Imports what is compressed; links zlib.
    .library(name: "RowsmithGzip", targets: ["RowsmithGzip"]),
    // Talks to a server. RowsmithCurl is its transport on Linux.
    .library(name: "RowsmithClient", targets: ["RowsmithClient"]),
    // Keeps a database and a server alike, in both directions.
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
      description: "Debug builds import three times as quickly; the first one takes more than twice as long."),
  ],
  targets: [
    // The C libraries. Apps link SQLite, and zlib where they use RowsmithGzip or RowsmithCurl, which loads libcurl when it is
    // needed. Only the tools link libyaml.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // In its place with the trait SQLCipher. Without it nothing asks for the library.
    .systemLibrary(name: "CSQLCipher", providers: [.apt(["libsqlcipher-dev"]), .brew(["sqlcipher"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // A model as plain values, and what checking one takes: no YAML, no SQL, no JSON. The plugins' tool builds it.
    .target(name: "RowsmithSchema"),
    // What a server offers as plain values: its address, its routes. No HTTP, no YAML.
    .target(name: "RowsmithAPI"),
    // YAML -> Schema and API, with diagnostics that point at the word.
    .target(name: "RowsmithModel", dependencies: ["RowsmithAPI", "RowsmithSchema", "CYAML"]),
    // Schema and API -> Swift.
    .target(name: "RowsmithGenerator", dependencies: ["RowsmithAPI", "RowsmithSchema"]),
    // Schema -> the text of a diagram. Neither apps nor plugins link it.
    .target(name: "RowsmithDiagram", dependencies: ["RowsmithSchema"]),
    // YAML files -> Swift files: what the command line and the plugins share.
    .target(
      name: "RowsmithGeneration",
      dependencies: ["RowsmithAPI", "RowsmithModel", "RowsmithGenerator", "RowsmithSchema"]),
    // What people have -> a model: samples, descriptions of an API, Core Data models, databases. The command line links it.
    .target(
      name: "RowsmithInference",
      dependencies: ["Rowsmith", "RowsmithModel", "RowsmithSchema", "CSQLite", "CYAML", encrypted]),
    // The runtime that apps link: Schema -> tables and migrations, JSON -> rows, rows -> records.
    .target(name: "Rowsmith", dependencies: ["RowsmithSchema", "CSQLite", encrypted]),
    // The result of a request as an observable object. Observation costs whoever links it 1 ms at each start on Linux.
    .target(name: "RowsmithLive", dependencies: ["Rowsmith"]),
    // gzip -> JSON, for imports.
    .target(name: "RowsmithGzip", dependencies: ["Rowsmith", "CZlib"]),
    // Routes -> requests, answers -> imports: caching, paging, authentication, batches, work done offline.
    .target(
      name: "RowsmithClient", dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithSchema"],
      exclude: notInClient),
    // Requests and answers over URLSession; elsewhere than on Linux, the client has it itself.
    .target(
      name: "RowsmithURLSession", dependencies: ["RowsmithClient"], path: sessionFolder,
      swiftSettings: sessionSettings),
    // Requests and answers over libcurl.
    .target(name: "RowsmithCurl", dependencies: ["RowsmithClient", "CCurl", "CZlib"]),
    // What is written here reaches the server, what is written there comes here: tracking, merging, adapters.
    .target(
      name: "RowsmithSync",
      dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithSchema"]),
    // A transport in the process, and stores with rows in them, for tests.
    .target(
      name: "RowsmithTesting",
      dependencies: ["Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithSchema", "RowsmithSync"]),

    // What the plugins run. Small, so that a package that uses the plugin builds little for it.
    .executableTarget(
      name: "RowsmithGenerateTool", dependencies: ["RowsmithGeneration", "RowsmithGenerator"]),
    .executableTarget(
      name: "RowsmithCommand",
      dependencies: [
        "CSQLite", "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithDiagram",
        "RowsmithGeneration", "RowsmithGenerator", "RowsmithGzip", "RowsmithInference", "RowsmithModel",
        "RowsmithSchema", "RowsmithSync", encrypted,
      ]),

    // Edit YAML, build, and the module is new.
    .plugin(
      name: "RowsmithPlugin", capability: .buildTool(), dependencies: ["RowsmithGenerateTool"]),
    // The same into the package, for those who commit generated code.
    .plugin(
      name: "RowsmithGenerate",
      capability: .command(
        intent: .custom(
          verb: "rowsmith-generate", description: "Writes the Swift source of the models into the package."),
        permissions: [.writeToPackageDirectory(reason: "It writes generated source files.")]),
      dependencies: ["RowsmithGenerateTool"]),

    // The output for the models in Schemas/, for the hardest model of the tests, for one with values of several parts,
    // for the server that they talk to, and for a model that synchronises.
    .target(name: "Bands", dependencies: ["Rowsmith"], path: "Generated/Bands"),
    .target(name: "Shop", dependencies: ["Rowsmith"], path: "Generated/Shop"),
    .target(name: "GitHub", dependencies: ["Rowsmith"], path: "Generated/GitHub"),
    .target(name: "Hardest", dependencies: ["Rowsmith"], path: "Generated/Hardest"),
    .target(name: "Places", dependencies: ["Rowsmith"], path: "Generated/Places"),
    .target(name: "Server", dependencies: ["Rowsmith", "RowsmithClient"], path: "Generated/Server"),
    .target(name: "Notes", dependencies: ["Rowsmith", "RowsmithSync"], path: "Generated/Notes"),

    // What Scripts/demo runs.
    .executableTarget(name: "BandsDemo", dependencies: ["Bands", "Rowsmith"], path: "Examples/BandsDemo"),
    .executableTarget(name: "IssuesDemo", dependencies: ["GitHub", "Rowsmith"], path: "Examples/IssuesDemo"),

    // The models behind the views of an app that reads posts, and their tests.
    .target(name: "Reader", dependencies: ["Rowsmith", "RowsmithClient"], path: "Generated/Reader"),
    .target(
      name: "ReaderKit", dependencies: ["Reader", "Rowsmith", "RowsmithClient", "RowsmithLive"],
      path: "Examples/Reader/ReaderKit"),
    .testTarget(
      name: "ReaderTests",
      dependencies: ["Reader", "ReaderKit", "Rowsmith", "RowsmithClient", "RowsmithTesting"],
      path: "Examples/Reader/Tests"),

    // A client that Scripts/client-trials kills.
    .executableTarget(
      name: "ClientTrial",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "TestSupport",
      ], path: "Tests/ClientTrial"),

    // A device that Scripts/sync-kills kills.
    .executableTarget(
      name: "SyncTrial",
      dependencies: [
        "Rowsmith", "RowsmithAPI", "RowsmithClient", "RowsmithCurl", "RowsmithModel", "RowsmithSchema",
        "RowsmithSync", "TestSupport",
      ], path: "Tests/SyncTrial"),

    // What Scripts/test-sqlcipher builds with the trait SQLCipher.
    .executableTarget(
      name: "CipherTrial", dependencies: ["Bands", "Rowsmith", "RowsmithSchema"], path: "Tests/CipherTrial"),

    // What tests of several targets need.
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Rowsmith", "RowsmithModel", "RowsmithSchema"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "RowsmithGeneratorTests",
      dependencies: ["RowsmithAPI", "RowsmithGenerator", "RowsmithModel", "RowsmithSchema"]),
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
    // README.md and the articles of Rowsmith.docc say what is so.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Bands", "Hardest", "Notes", "Places", "Rowsmith", "RowsmithAPI", "RowsmithClient",
        "RowsmithCommand", "RowsmithCurl", "RowsmithDiagram", "RowsmithGenerator", "RowsmithGzip",
        "RowsmithLive", "RowsmithModel", "RowsmithSchema", "RowsmithSync", "RowsmithTesting", "Server",
        "TestSupport",
      ]),
    // Builds packages that use the plugins; slow the first time.
    .testTarget(name: "PluginTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "RowsmithDiagramTests", dependencies: ["RowsmithDiagram", "RowsmithModel", "RowsmithSchema"],
      exclude: ["Golden"]),
    .testTarget(name: "RowsmithSchemaTests", dependencies: ["RowsmithSchema", "TestSupport"]),
    .testTarget(
      name: "RowsmithModelTests", dependencies: ["RowsmithAPI", "RowsmithModel", "RowsmithSchema"]),
    .testTarget(
      name: "RowsmithInferenceTests",
      dependencies: [
        "Rowsmith", "RowsmithInference", "RowsmithModel", "RowsmithSchema", "CSQLite", "TestSupport",
      ], exclude: ["Descriptions/Facts", "Descriptions/Golden", "Samples"]),
    .testTarget(
      name: "RowsmithImportTests",
      dependencies: [
        "Rowsmith", "RowsmithInference", "RowsmithModel", "RowsmithSchema", "CSQLite", "TestSupport",
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
    // The transports against a server that breaks off, stalls and lies.
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

// What reads JSON and writes rows is optimised in debug builds, too, where a package asks for that.
for target in package.targets where ["Rowsmith", "RowsmithSchema"].contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug, traits: ["Optimized"]))]
}
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + strictness
}
