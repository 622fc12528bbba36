#if canImport(SwiftUI)
  import Foundation
  public import Reader
  public import Rowsmith
  public import SwiftUI

  /// The timeline, with a section for each day.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public struct TimelineScreen: View {
    @State private var model: TimelineModel
    private let server: ReaderClient

    /// Shows a timeline.
    public init(_ model: TimelineModel, from server: ReaderClient) {
      _model = State(initialValue: model)
      self.server = server
    }

    /// The list.
    public var body: some View {
      NavigationStack {
        List {
          if let error = model.error { Text(error.localizedDescription) }
          if model.waitingCount > 0 { Text("\(model.waitingCount) to be sent") }
          ForEach(model.days.sections) { day in
            Section(day.id.formatted(date: .long, time: .omitted)) {
              ForEach(day.elements) { entry in
                NavigationLink {
                  PostScreen(PostModel(entry.id, from: server))
                } label: {
                  EntryRow(entry: entry)
                }
              }
            }
          }
          if model.hasNextPage {
            ProgressView().task { await model.loadNextPage() }
          }
        }
        .animation(.default, value: model.days)
        .refreshable { await model.refresh() }
        .task { await model.refresh() }
      }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private struct EntryRow: View {
    let entry: Graph<Post, Account?>

    var body: some View {
      VStack(alignment: .leading) {
        Text(entry.record.title).font(.headline)
        Text(entry.related?.displayName ?? "")
        if entry.record.isFavourite { Image(systemName: "star.fill") }
      }
    }
  }

  /// One post.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public struct PostScreen: View {
    @State private var model: PostModel

    /// Shows a post.
    public init(_ model: PostModel) {
      _model = State(initialValue: model)
    }

    /// Title, author, text, media and tags.
    public var body: some View {
      List {
        if let error = model.failure { Text(error.localizedDescription) }
        if let post = model.post {
          Text(post.title).font(.title)
          Text(model.author?.displayName ?? "")
          Text(post.body)
          ForEach(model.media) { media in
            switch media {
            case .video(let video): Label("\(video.seconds ?? 0) s", systemImage: "video")
            case .photo, .media: Label(media.base.altText ?? "", systemImage: "photo")
            }
          }
          Text(model.tags.map { "#" + $0 }.joined(separator: " "))
          Button(post.isFavourite ? "Take back" : "Favourite") { Task { await model.toggleFavourite() } }
        }
      }
      .task { await model.refresh() }
    }
  }

  /// A search field, and the posts found.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public struct SearchScreen: View {
    @State private var model: SearchModel

    /// Searches in a store.
    public init(_ store: Store) {
      _model = State(initialValue: SearchModel(store))
    }

    /// The list.
    public var body: some View {
      List {
        if let error = model.error { Text(error.localizedDescription) }
        ForEach(model.posts) { post in
          Text(post.title)
        }
      }
      .searchable(text: $model.text)
    }
  }
#endif
