internal import MaruHTTP

/// The same document for people.
extension OpenAPIDocument {
  /// A web page that needs no network, no script and no pointer.
  package var page: String {
    let routes = declarations.map(Self.section).joined(separator: "\n")
    let list = declarations.map { declaration in
      """
      <li><a href="#\(Self.escape(declaration.name))">\(Self.signature(declaration))</a> \
      \(Self.escape(declaration.summary))</li>
      """
    }.joined(separator: "\n")
    let shapes = schemas.sorted { $0.key < $1.key }.map { name, schema in
      """
      <section id="schema-\(Self.escape(name))">
      <h3>\(Self.escape(name))</h3>
      \(Self.members(of: schema))
      </section>
      """
    }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>\(Self.escape(title))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <a class="skip" href="#routes">Skip to the routes</a>
      <header>
      <h1>\(Self.escape(title))</h1>
      <p>\(Self.escape(introduction))</p>
      <p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1, version \
      \(Self.escape(version)))</p>
      </header>
      <nav aria-label="Routes"><ul>
      \(list)
      </ul></nav>
      <main>
      <h2 id="routes">Routes</h2>
      \(routes)
      <section id="any">
      <h3>Any route</h3>
      <p>These come from the server itself, before or behind a route.</p>
      \(Self.answers("What it answers", Declaration.everywhere))
      </section>
      <h2 id="shapes">Shapes</h2>
      \(shapes)
      </main>
      </body>
      </html>

      """
  }

  private static func section(_ declaration: Declaration) -> String {
    var parts = ["<p>\(escape(declaration.summary)).</p>"]
    if let details = declaration.details { parts.append("<p>\(escape(details))</p>") }
    parts.append(
      "<p>\(declaration.access == .users ? "Needs an access token." : "For anyone.")</p>")
    let rows = declaration.allParameters.map { parameter in
      [
        "<code>\(escape(parameter.name))</code>", parameter.place.rawValue,
        words(parameter.schema), escape(parameter.meaning),
      ]
    }
    parts.append(table("What it takes", ["name", "where", "value", "meaning"], rows))
    if let body = declaration.body {
      parts.append(
        "<p>Body: <code>\(escape(body.media.essence))</code>, \(words(body.schema))</p>")
      if case .object = body.schema { parts.append(members(of: body.schema)) }
    }
    let own = declaration.answers.filter { !Declaration.everywhere.contains($0) }
    parts.append(answers("What it answers, besides what <a href=\"#any\">any route</a> does", own))
    return """
      <section id="\(escape(declaration.name))" aria-labelledby="\(escape(declaration.name))-title">
      <h3 id="\(escape(declaration.name))-title">\(signature(declaration))</h3>
      \(parts.joined(separator: "\n"))
      </section>
      """
  }

  private static func answers(_ caption: String, _ answers: [Answer]) -> String {
    let rows = answers.map { answer in
      let contents = answer.contents.map { content in
        content.schema.map(words) ?? "<code>\(escape(content.media))</code>"
      }
      let fields = answer.fields.map { "<code>\(escape($0.name.rawValue))</code>" }
      return [
        "<strong>\(answer.status)</strong>", escape(answer.meaning),
        contents.isEmpty ? "nothing" : contents.joined(separator: " or "),
        fields.joined(separator: ", "),
      ]
    }
    return table(caption, ["status", "meaning", "body", "fields"], rows)
  }

  private static func signature(_ declaration: Declaration) -> String {
    "<code><b>\(declaration.method.rawValue)</b> \(escape(declaration.pattern.description))</code>"
  }

  /// A shape in words, with links to those that have names.
  private static func words(_ schema: Schema) -> String {
    switch schema {
    case .named(let name, _): "<a href=\"#schema-\(escape(name))\">\(escape(name))</a>"
    case .nullable(let inner): words(inner) + ", or null"
    case .list(let inner, _): "list of " + words(inner)
    default: escape(schema.words)
    }
  }

  private static func members(of schema: Schema) -> String {
    switch schema {
    case .named(_, let inner): members(of: inner)
    case .object(let members):
      table(
        "Members", ["member", "value", "meaning"],
        members.map { member in
          [
            "<code>\(escape(member.name))</code>" + (member.isRequired ? "" : " (optional)"),
            words(member.schema), escape(member.meaning ?? ""),
          ]
        })
    default: "<p>\(words(schema))</p>"
    }
  }

  /// Cells are HTML already. Each has its column's name, which a narrow page shows in front of it.
  private static func table(_ caption: String, _ columns: [String], _ rows: [[String]]) -> String {
    let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let body = rows.map { row in
      let cells = zip(columns, row).enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(cell.1)</th>" : "<td data-column=\"\(cell.0)\">\(cell.1)</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <table><caption>\(caption)</caption><thead><tr>\(head)</tr></thead>
      <tbody>\(body.joined(separator: "\n"))</tbody></table>
      """
  }

  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8886; --soft: #8882; --link: #0b57d0 }
    @media (prefers-color-scheme: dark) { :root { --link: #9cc2ff } }
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem }
    code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
    a { color: var(--link) }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
    .skip { position: absolute; left: -99rem }
    .skip:focus { position: static }
    nav ul { list-style: none; padding: 0 }
    nav li { padding: .25rem 0 }
    nav code { display: inline-block; min-width: 19rem }
    section { border-top: 1px solid var(--line); padding-bottom: 1rem }
    h3 code b { background: var(--soft); padding: 0 .4em; border-radius: .3em }
    table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
    caption { text-align: left; font-weight: 600 }
    th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0;
      border-top: 1px solid var(--line); font-weight: normal; overflow-wrap: break-word }
    thead th { font-size: .85rem; white-space: nowrap }
    @media (max-width: 40rem) {
      nav code { display: block }
      thead { position: absolute; left: -99rem }
      tr, th, td, table, tbody, caption { display: block; border: 0; padding: 0 }
      tr { border-top: 1px solid var(--line); padding: .4rem 0 }
      td:empty { display: none }
      td::before { content: attr(data-column) ": " }
    }
    """
}
