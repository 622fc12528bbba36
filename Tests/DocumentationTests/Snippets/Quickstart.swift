import Bands
import Foundation
import Rowsmith

/// README.md. Compiled, not run: it would leave a file where the tests run.
func quickstart() throws {
  let json = """
    [{"name": "Japan", "formed": 1974, "albums": [
       {"name": "Tin Drum", "released": "1981-11-13T00:00:00Z"},
       {"name": "Quiet Life", "released": "1979-12-01T00:00:00Z"}]}]
    """

  let store = try Store(.file("bands.sqlite"), model: BandsModel())
  let report = try store.importJSON(.string(json), into: .entity("Band"))
  print(report.entities["Album"]?.inserted ?? 0, "new albums")
  for album in try store.fetchAll(Album.self) {
    print(album.name, album.released, album.band?.key ?? "")
  }
}
