/// The parts that are the same in every page.
enum HTMLPage {
  static let style = """
    :root { color-scheme: light dark; --line: #8885; --soft: #8882; --link: light-dark(#0b57d0, #8ab4f8); }
    * { box-sizing: border-box; }
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: flex; }
    nav { width: 16rem; height: 100vh; position: sticky; top: 0; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
    main { flex: 1; padding: 1rem 2rem; min-width: 0; }
    h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
    h2 { font-size: 1.1rem; margin: 0; }
    input { width: 100%; padding: .3rem .5rem; font: inherit; }
    ul { list-style: none; margin: .5rem 0; padding: 0; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    section { border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
    section:target { outline: 2px solid var(--link); }
    table { border-collapse: collapse; margin: .5rem 0 0; }
    th, td { text-align: left; vertical-align: top; padding: .1rem 1.5rem .1rem 0; border-bottom: 1px solid var(--soft); }
    th { font-weight: normal; opacity: .6; }
    abbr { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3rem; font-size: .8em; }
    p { white-space: pre-line; }
    @media (max-width: 45rem) { body { display: block; } nav { width: auto; height: auto; position: static; border: 0; } }
    """

  /// Hides entities that do not match all words of the search; Enter goes to the first match.
  static let script = """
    const box = document.getElementById("search");
    const items = [...document.querySelectorAll("#entities li")];
    const find = () => {
      const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
      for (const item of items) {
        item.hidden = !words.every((word) => item.dataset.words.includes(word));
        document.getElementById(decodeURIComponent(item.firstChild.hash.slice(1))).hidden = item.hidden;
      }
      document.getElementById("nothing").hidden = items.some((item) => !item.hidden);
    };
    // What a link leads to is to be seen, whatever is searched for.
    const show = () => {
      const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (section && section.hidden) { box.value = ""; find(); section.scrollIntoView(); }
    };
    box.addEventListener("input", find);
    box.addEventListener("keydown", (event) => {
      const first = items.find((item) => !item.hidden);
      if (event.key === "Enter" && first) location.hash = first.firstChild.hash;
      if (event.key === "Escape") { box.value = ""; find(); }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && event.target !== box) { event.preventDefault(); box.focus(); }
    });
    addEventListener("hashchange", show);
    // A link to where the address leads already changes no hash.
    document.addEventListener("click", (event) => { if (event.target.closest("a")) setTimeout(show); });
    """
}
