# Prints the reference's index: one page of HTML without scripts, readable from the disk.
#
#   bash Scripts/docs-index.bash FOLDER LIBRARY…
#
# FOLDER holds site/data, in which docc has written a page of Markdown for each symbol.
set -euo pipefail
folder=$1
shift

# told FILE: title and first sentence of a page, for HTML.
told() {
  awk '
    /^<!--$/ { comment = 1 } comment { if (/^-->$/) comment = 0; next }
    /^# / && title == "" { title = substr($0, 3); next }
    /^(```|#|\*\*|- |$)/ { if (text != "") exit; next }
    title != "" { text = text (text == "" ? "" : " ") $0 }
    END { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); print title "\t" text }
  ' "$1" | sed 's/`\([^`]*\)`/<code>\1<\/code>/g; s/\[\([^]]*\)\]([^)]*)/\1/g'
}

cat <<'HTML'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Maru: reference</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
dt { font-family: ui-monospace, monospace; margin-top: .5rem } dd { margin-left: 1.5rem }
h2 { margin-top: 2.5rem; border-bottom: 1px solid } nav a { margin-right: 1rem }
</style></head><body>
<h1>Maru: reference</h1>
<p>Every public type of every library, with its first sentence; the links lead to its page as
Markdown. <code>Scripts/docs --serve</code> shows the whole reference in a browser. Neither needs a
network.</p>
HTML
printf '<nav>'
for name in "$@"; do printf '<a href="#%s">%s</a> ' "$name" "$name"; done
printf '</nav>\n'
for name in "$@"; do
  lower=$(printf '%s' "$name" | tr '[:upper:]' '[:lower:]')
  base=site/data/documentation/$lower
  IFS=$'\t' read -r title text < <(told "$folder/$base.md")
  printf '<h2 id="%s"><a href="%s.md">%s</a></h2>\n<p>%s</p>\n<dl>\n' "$name" "$base" "$title" "$text"
  for page in "$folder/$base"/*.md; do
    if [ ! -e "$page" ]; then continue; fi
    IFS=$'\t' read -r title text < <(told "$page")
    # A symbol without a first sentence is a group that docc has made.
    if [ -z "$text" ]; then continue; fi
    printf '<dt><a href="%s/%s">%s</a></dt><dd>%s</dd>\n' "$base" "$(basename "$page")" "$title" "$text"
  done
  printf '</dl>\n'
done
printf '</body></html>\n'
