import Foundation
import Testing

/// `rowsmith diagram --as html`, in a browser: Chromium without a window. Scripts/test installs it.
struct DiagramPageTests {
  private let folder: Folder

  private static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Band:
          doc: "<img src=x onerror=document.title='hurt'> & \\"co\\""
          PrimaryKey: name
          attributes: { name: String, formed: Int? }
          relationships: { albums: { to: [Album], inverse: band } }
        Album:
          attributes: { id: Int, title: { type: String, doc: "</td><b>x</b>" } }
          relationships: { band: { to: Band?, inverse: albums }, label: Label? }
        Label: { attributes: { id: Int } }
        Single: { extends: Album, attributes: { sides: Int? } }

      """, to: "Music.yml")
  }

  private func page(_ arguments: [String] = ["--as", "html"]) throws -> String {
    let outcome = try RowsmithProcess.run(["diagram", "Music.yml"] + arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    return outcome.output
  }

  /// What a script, run in the page once it is there, finds: it writes to `out`.
  private func run(_ script: String, browser: String) throws -> String {
    let probe = """
      <pre id="probe"></pre><script>
      const out = (value) => { document.getElementById("probe").textContent += value + "\\n"; };
      const shown = (list) => [...document.querySelectorAll(list)].filter((item) => !item.hidden);
      const names = () => shown("#entities li").map((item) => item.textContent).join(" ");
      const sections = () => shown("section").map((item) => item.id.slice(7)).join(" ");
      const type = (text) => { box.value = text; box.dispatchEvent(new Event("input")); };
      \(script)
      </script></body>
      """
    try folder.write(try page().replacing("</body>", with: probe), to: "page.html")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: browser)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=2000",
      "--user-data-dir=\(folder.file("profile"))", "--dump-dom", "file://\(folder.file("page.html"))",
    ]
    process.standardOutput = try folder.handle("dom", text: "", forWriting: true)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let dom = try folder.read("dom")
    let probed = try #require(dom.firstMatch(of: /<pre id="probe">([^<]*)<\/pre>/), "\(dom.prefix(2000))")
    return String(probed.1)
  }

  @Test
  func `one page that loads nothing, with all text escaped`() throws {
    let page = try page()
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.hasSuffix("</html>\n"))
    #expect(
      !page.contains("http:") && !page.contains("https:") && !page.contains("src=x onerror=document.title='"))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("&lt;img src=x onerror=document.title=&#39;hurt&#39;&gt; &amp; &quot;co&quot;"))
    #expect(page.contains("<td>&lt;/td&gt;&lt;b&gt;x&lt;/b&gt;</td>"))
    #expect(page.contains("<tr><td>formed</td><td><code>Int?</code></td><td></td><td></td></tr>"))
    #expect(page.contains(##"<tr><td>albums</td><td>many <a href="#entity-Album">Album</a>.band</td></tr>"##))
    #expect(
      page.contains(
        ##"<tr><td></td><td><i>referred to by</i> <a href="#entity-Album">Album</a>.label</td></tr>"##))
    #expect(page.contains(##"<tr><td></td><td><i>extends</i> <a href="#entity-Album">Album</a></td></tr>"##))
    #expect(try self.page(["--format", "html"]) == page)
    #expect(
      try RowsmithProcess.run(["diagram", "Music.yml", "Music.yml", "--as", "html"], in: folder).status == 2)
  }

  @Test(.enabled(if: browser != nil, "there is no Chromium; Scripts/install-libraries chromium installs it"))
  func `the box finds entities by name, attribute and type, and links lead to what they name`() throws {
    let browser = try #require(Self.browser)
    let found = try run(
      """
      out(document.title); out(names()); out(document.getElementsByTagName("img").length);
      type("alb"); out(names() + " | " + sections());
      type("FORMED"); out(names());
      type("int title"); out(names());
      type("wumpus"); out(names() + shown("#nothing").length);
      type("label");
      document.querySelector("#entity-Album a[href='#entity-Band']").click();
      setTimeout(() => { out(location.hash); out(sections()); out(document.querySelector(":target").id); }, 100);
      """, browser: browser)
    #expect(
      found == """
        Music
        Band Album Label Single
        0
        Album | Album
        Band
        Album
        1
        #entity-Band
        Band Album Label Single
        entity-Band

        """)
  }

  @Test(.enabled(if: browser != nil, "there is no Chromium; Scripts/install-libraries chromium installs it"))
  func `a link that was followed before leads again to what a search hides`() throws {
    let browser = try #require(Self.browser)
    let found = try run(
      """
      const link = document.querySelector("#entity-Album a[href='#entity-Band']");
      link.click();
      setTimeout(() => {
        type("label"); out(sections()); link.click();
        setTimeout(() => out(sections()), 100);
      }, 100);
      """, browser: browser)
    #expect(
      found == """
        Album Label
        Band Album Label Single

        """)
  }
}
