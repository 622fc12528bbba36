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
struct AlbumList: View {
  @State private var albums: Live<[Album]>

  init(band: Band.ID, in store: Store) {
    _albums = State(initialValue: Live(Album.filter { $0.band == band }.order { $0.released }, in: store))
  }

  var body: some View {
    List {
      ForEach(albums.value) { album in
        Text(album.name)
      }
    }
    .animation(.default, value: albums.value)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct SearchableAlbums: View {
  @State private var albums: Live<[Album]>
  @State private var text = ""

  init(in store: Store) {
    _albums = State(initialValue: Live(Album.order { $0.name }, in: store))
  }

  var body: some View {
    List {
      if let error = albums.error { Text(error.localizedDescription) }
      ForEach(albums.value) { album in
        Text(album.name)
      }
    }
    .searchable(text: $text)
    .onChange(of: text) {
      albums.request = Album.filter { $0.name.contains(text, ignoringCase: true) }.order { $0.name }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchableAlbums {
  /// What typing does.
  func search(_ text: String) { self.text = text }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct BandList: View {
  @State private var bands: Live<[Graph2<Band, [Album], [BandMember]>]>

  init(in store: Store) {
    _bands = State(initialValue: Live(Band.all.including { ($0.albums, $0.members) }, in: store))
  }

  var body: some View {
    List {
      ForEach(bands.value) { band in
        Text("\(band.record.name): \(band.first.count) albums, \(band.second.count) members")
      }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct AlbumsByLabel: View {
  @State private var albums: Live<SectionedResults<String?, Album>>

  init(in store: Store) {
    _albums = State(initialValue: Live(Album.order { $0.released }.sectioned { $0.label }, in: store))
  }

  var body: some View {
    List {
      ForEach(albums.value.sections) { section in
        Section(section.id ?? "Without a label") {
          ForEach(section.elements) { album in
            Text(album.name)
          }
        }
      }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
final class AlbumsModel {
  private let albums: Live<[Album]>

  init(_ store: Store) {
    albums = Live(Album.order { $0.released }, in: store)
  }

  var names: [String] { albums.value.map(\.name) }

  func showOnly(_ label: String?) {
    albums.request = Album.filter { $0.label == label }.order { $0.released }
  }
}

/// The samples of LiveValues.md, and those in the comments of RowsmithLive.
@MainActor @Suite(.timeLimit(.minutes(30))) struct LiveSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `live values`() async {
    let key = "Japan"
    let albums = Live(Album.filter { $0.band == key }.order { $0.released }, in: store)
    albums.start()
    await waitUntil { albums.value.count == 7 }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `animations`() async throws {
    let albums = Live(Album.order { $0.released }, in: store)
    albums.animating = { change in withAnimation(.default, change) }
    await waitUntil { albums.value.count == 17 }
    try await store.write { _ = try $0.delete(Album.self, key: "Avalon") }
    await waitUntil { albums.value.count == 16 }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a view model`() async {
    let model = AlbumsModel(store)
    await waitUntil { model.names.count == 17 }
    model.showOnly("Hansa")
    await waitUntil { model.names == ["Adolescent Sex", "Obscure Alternatives", "Quiet Life"] }
  }

  #if !canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `views`() async {
      let list = AlbumList(band: "Japan", in: store)
      await waitUntil { list.texts.first == "Adolescent Sex" }
      let bands = BandList(in: store)
      await waitUntil { bands.texts.count == 2 }
      #expect(bands.texts.first?.hasPrefix("Japan: ") == true)
      let sections = AlbumsByLabel(in: store)
      await waitUntil { sections.texts.contains("Virgin") && sections.texts.contains("Avalon") }
      let search = SearchableAlbums(in: store)
      await waitUntil { search.texts.count == 17 }
      search.search("aval")
      for action in search.actions { action() }
      await waitUntil { search.texts == ["Avalon"] }
    }
  #endif

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a table`() throws {
    let old = try store.fetch(Album.all.sectioned { $0.label })
    try store.write { db in
      try db.delete(Album.self, key: "Avalon")
      try db.insert(Album(name: "New", label: "A label", released: .now))
    }
    let new = try store.fetch(Album.all.sectioned { $0.label })
    let table = TableStandIn()
    let change = new.difference(from: old)
    table.performBatchUpdates {
      table.deleteSections(IndexSet(change.removedSections), with: .automatic)
      table.insertSections(IndexSet(change.insertedSections), with: .automatic)
      table.deleteRows(at: change.removed.map(\.indexPath), with: .automatic)
      table.insertRows(at: change.inserted.map(\.indexPath), with: .automatic)
      for move in change.moved { table.moveRow(at: move.from.indexPath, to: move.to.indexPath) }
    }
    table.reconfigureRows(at: change.changed.map(\.indexPath))
    #expect(table.calls == ["insert 1", "delete rows 1"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `the sample of a comment`() async {
    let albums = Live(Album.order { $0.released }, in: store)
    await waitUntil { albums.value.first?.name == "Roxy Music" }
  }
}
