/// What the page does: filters, the list of entries, keys. It makes elements and texts, never markup.
enum PageScript {
  static let source = #"""
    "use strict";
    (() => {
      const data = JSON.parse(document.getElementById("data").textContent);
      const $ = (id) => document.getElementById(id);
      const say = (text, ...values) => text.replace(/\{(\d)\}/g, (_, n) => values[n - 1]);
      const make = (name, text, className) => {
        const element = document.createElement(name);
        if (text !== undefined) element.textContent = text;
        if (className) element.className = className;
        return element;
      };

      // Findings.
      const findings = [...document.querySelectorAll(".finding")];
      const texts = findings.map((one) => one.textContent.toLowerCase());
      const visible = () => findings.filter((one) => !one.hidden);
      function filter() {
        const boxes = [...document.querySelectorAll("input[name=severity]")];
        const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
        const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
        findings.forEach((one, place) => {
          one.hidden = !wanted.has(one.dataset.severity)
            || ($("causes").checked && one.dataset.cause !== "")
            || !words.every((word) => texts[place].includes(word));
        });
        $("shown").textContent = say(data.words.shown, visible().length, findings.length);
      }
      for (const form of document.querySelectorAll("form.filters")) {
        form.addEventListener("submit", (event) => event.preventDefault());
      }
      $("filters").addEventListener("input", filter);
      filter();

      // Entries: a page of them at a time, so that many cost no more than few.
      const size = 100;
      const body = document.querySelector("#entry-table tbody");
      const haystack = data.entries.map((entry) =>
        [entry[1], entry[3], data.origins[entry[4]], entry[5], entry[6], entry[7],
          ...entry[8].map((n) => data.rules[n - 1])].join(" ").toLowerCase());
      let list = data.entries.map((_, place) => place);
      let first = 0;
      function row(place) {
        const [number, label, offset, method, origin, path, status, tokens, found] = data.entries[place];
        const line = make("tr");
        line.id = "e-" + number;
        line.tabIndex = -1;
        const head = make("th", label);
        head.scope = "row";
        const request = make("td");
        request.append(make("code", method + " " + path), make("br"), make("small", data.origins[origin]));
        const details = data.details[number];
        if (details) request.append(fields(details));
        const isBad = !(Number(status) < 400);
        const links = make("td");
        found.forEach((n, index) => {
          if (index > 0) links.append(", ");
          const link = make("a", data.rules[n - 1]);
          link.href = "#f-" + n;
          links.append(link);
        });
        line.append(head, make("td", offset ?? "", "nowrap"), request,
          make("td", status, isBad ? "status-bad" : ""), make("td", tokens), links);
        return line;
      }
      function fields(details) {
        const box = make("details");
        box.append(make("summary", data.words.fields));
        for (const [side, title] of [["request", data.words.request], ["answer", data.words.answer]]) {
          const names = make("dl", undefined, "fields");
          for (const [name, value] of details[side]) names.append(make("dt", name), make("dd", value));
          box.append(make("strong", title), names);
        }
        return box;
      }
      function show() {
        body.replaceChildren(...list.slice(first, first + size).map(row));
        $("page").textContent = say(data.words.page, list.length ? first + 1 : 0, Math.min(first + size, list.length));
        $("entries-shown").textContent = say(data.words.entries, list.length, data.entries.length);
        $("earlier").disabled = first === 0;
        $("later").disabled = first + size >= list.length;
      }
      function filterEntries() {
        const words = $("entry-search").value.toLowerCase().split(/\s+/).filter(Boolean);
        const isFoundOnly = $("only-found").checked;
        list = [];
        data.entries.forEach((entry, place) => {
          if (isFoundOnly && entry[8].length === 0) return;
          if (words.every((word) => haystack[place].includes(word))) list.push(place);
        });
        first = 0;
        show();
      }
      $("entry-filters").addEventListener("input", filterEntries);
      $("earlier").addEventListener("click", () => { first = Math.max(0, first - size); show(); });
      $("later").addEventListener("click", () => { first += size; show(); });
      show();

      // Links to entries and findings lead there, also to what a filter hides or another page has.
      function go() {
        const match = /^#([ef])-(\d+)$/.exec(location.hash);
        if (!match) return;
        if (match[1] === "e") {
          const place = data.entries.findIndex((entry) => entry[0] === Number(match[2]));
          if (place < 0) return;
          if (!list.includes(place)) {
            $("entry-search").value = "";
            $("only-found").checked = false;
            list = data.entries.map((_, index) => index);
          }
          first = Math.floor(list.indexOf(place) / size) * size;
          show();
        } else {
          const finding = $("f-" + match[2]);
          if (finding && finding.hidden) {
            document.querySelectorAll("input[name=severity]").forEach((box) => { box.checked = true; });
            $("causes").checked = false;
            $("search").value = "";
            filter();
          }
        }
        const target = $(match[1] + "-" + match[2]);
        if (!target) return;
        document.querySelectorAll("tr.aim").forEach((line) => line.classList.remove("aim"));
        if (target.tagName === "TR") target.classList.add("aim");
        target.scrollIntoView({ block: "center" });
        target.focus({ preventScroll: true });
      }
      addEventListener("hashchange", go);
      // A link to where one is already changes no address.
      document.addEventListener("click", (event) => {
        const link = event.target.closest ? event.target.closest("a[href^='#']") : null;
        if (link && link.getAttribute("href") === location.hash) go();
      });
      go();

      // Dark and light.
      const root = document.documentElement;
      const system = matchMedia("(prefers-color-scheme: dark)");
      const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
      function showTheme() {
        $("theme").textContent = isDark() ? data.words.light : data.words.dark;
        $("theme").setAttribute("aria-pressed", String(isDark()));
      }
      function turn() {
        root.dataset.theme = isDark() ? "light" : "dark";
        showTheme();
      }
      $("theme").addEventListener("click", turn);
      system.addEventListener("change", showTheme);
      showTheme();

      // Keys (WCAG 2.1.4: single letters can be turned off).
      function step(by) {
        const all = visible();
        if (all.length === 0) return;
        const now = all.indexOf(document.activeElement && document.activeElement.closest(".finding"));
        const next = now < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(now + by, 0), all.length - 1);
        all[next].focus();
        all[next].scrollIntoView({ block: "nearest" });
      }
      const keys = {
        "/": () => $("search").focus(),
        e: () => $("entry-search").focus(),
        j: () => step(1),
        k: () => step(-1),
        d: turn,
        "?": () => $("keys").showModal(),
      };
      $("show-keys").addEventListener("click", keys["?"]);
      addEventListener("keydown", (event) => {
        if (event.key === "Escape" && event.target.type === "search") event.target.blur();
        const isTyping = event.target.closest && event.target.closest("input[type=search]");
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
        if (!$("keys-on").checked || !keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
      });
    })();
    """#
}
