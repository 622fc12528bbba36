import Foundation
import GitHub
import Rowsmith

// Opens the database that `Scripts/demo` made and prints its issues.
guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: IssuesDemo DATABASE")
  exit(2)
}
do {
  let store = try Store(.existingFile(path), model: GitHubModel())
  for issue in try store.fetch(Issue.all).sorted(by: { $0.number < $1.number }) {
    let author = try issue.user.flatMap { try store.fetch($0) }
    let milestone = try issue.milestone.flatMap { try store.fetch($0) }
    // An unlisted value is kept, so a new state on the server breaks nothing.
    let state =
      switch issue.state {
      case .open: "open"
      case .closed: "closed"
      case .unlisted(let other): "'\(other)', which the model does not list"
      }
    print("#\(issue.number) \(issue.title)")
    print(
      "  \(state), by \(author?.login ?? "nobody"), milestone \(milestone?.title ?? "none"), "
        + "\(issue.comments) comments, \(issue.thumbsUp) thumbs up")
  }
} catch {
  print("error: \(error)")
  exit(1)
}
