import Bands
import Foundation
import Rowsmith

// Opens the database that `Scripts/demo` made and prints its records.
guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: BandsDemo DATABASE")
  exit(2)
}
do {
  let store = try Store(.existingFile(path), model: BandsModel())
  let albums = try store.fetch(Album.all)
  for band in try store.fetch(Band.all) {
    let years = band.disbanded.map { "\(band.formed)–\($0)" } ?? "since \(band.formed)"
    print("\(band.name), \(years)")
    for album in albums.filter({ $0.band == Reference(band) }).sorted(by: { $0.released < $1.released }) {
      let label = album.label.map { ", \($0)" } ?? ""
      print("  \(album.released.formatted(.iso8601.year().month().day()))  \(album.name)\(label)")
    }
  }

  // A link is a typed key: `Reference<Band>` leads to a `Band` and to nothing else.
  if let member = try store.fetch(BandMember.find("Brian Eno in Roxy Music")),
    let reference = member.musician, let musician = try store.fetch(reference)
  {
    print(
      "\(musician.name), born \(musician.born), played \(member.instruments.lowercased()) in \(member.joined)"
    )
  }
  print("\(try store.fetch(Musician.all.count())) musicians")
} catch {
  print("error: \(error)")
  exit(1)
}
