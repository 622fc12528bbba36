import Bands
import Foundation
import Observation
import Rowsmith
import RowsmithLive
import RowsmithTesting
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct BandNames: View {
  @State private var bands: Live<[Band]>

  init(in store: Store) { _bands = State(initialValue: Live(Band.order { $0.name }, in: store)) }

  var body: some View { List { ForEach(bands.value) { band in Text(band.name) } } }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
private final class AlbumTitles {
  private let albums: Live<[Album]>

  init(_ store: Store) { albums = Live(Album.order { $0.name }, in: store) }

  var titles: [String] { albums.value.map(\.name) }
}

/// HowDoI.md and a comment of RowsmithTesting: what views show.
@MainActor @Suite(.timeLimit(.minutes(30))) struct HowDoILiveSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a model is waited for, and so is a view`() async throws {
    let model = AlbumTitles(store)
    await waitUntil { model.titles.count == 17 }
    #expect(model.titles.first == "Adolescent Sex")
    #if !canImport(SwiftUI)
      let view = BandNames(in: store)
      await waitUntil { view.texts == ["Japan", "Roxy Music"] }
    #endif
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a number, and more rows`() async throws {
    let count = Live(0, Album.filter { $0.label == nil }.count(), in: store)
    let albums = Live(Album.order { $0.name }.limit(5), in: store)
    await waitUntil { !count.isLoading && albums.value.count == 5 }
    albums.request = Album.order { $0.name }.limit(albums.value.count + 10)
    #expect(albums.value.count == 5)
    await waitUntil { albums.value.count == 15 }
    try await store.write { try $0.insert(Album(name: "Sons of Pioneers", released: .now)) }
    await waitUntil { count.value == 1 }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `who waits for what never comes ends with the task`() async {
    let model = AlbumTitles(store)
    let waiting = Task { @MainActor in await waitUntil { model.titles.count == 99 } }
    waiting.cancel()
    await waiting.value
    #expect(model.titles.count < 99)
  }
}
