# Sourced by the scripts beside it: where the repository is, and how a long step is shown.
# shellcheck shell=bash

if [ "${BASH_VERSINFO[0]}" -lt 5 ]; then
  echo "This needs bash 5 (macOS brings bash 3): brew install bash" >&2
  exit 1
fi

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$repository/.build/logs

if [ -t 2 ]; then
  bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' yellow=$'\e[33m' plain=$'\e[0m' wipe=$'\r\e[K'
else
  bold='' red='' green='' yellow='' plain='' wipe=''
fi

# Everything that is said to people goes to the error stream, so that results can be piped.
say() { printf '%s\n' "$*" >&2; }
fail() {
  say "${red}$*${plain}"
  exit 1
}

# Prints the comment block at the head of the script that calls it: its help.
print_help() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p;}' "$0"; }

# swift build and swift test with the number of jobs that MARU_JOBS asks for.
jobs=()
if [ -n "${MARU_JOBS:-}" ]; then jobs=(-j "$MARU_JOBS"); fi

# The same for nested packages. Without the cached plan: with it, SwiftPM 6.3 does not notice that the
# root package has a new file, and whoever has pulled one reads 'cannot find … in scope'.
nested=("${jobs[@]}" --disable-build-manifest-caching)

need_swift() {
  command -v swift >/dev/null 2>&1 || fail "swift is not on the PATH: install Swift 6.3 or later from https://www.swift.org/install"
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  # 6.3 brings @nonexhaustive. A version that can't be read is left to the compiler.
  local major=${version% *} minor=${version#* }
  if [ -n "$version" ] && [ "$((major * 100 + minor))" -lt 603 ]; then
    fail "this is Swift $major.$minor; Maru needs 6.3 or later"
  fi
}

# watch LABEL COMMAND…: runs a command with its output in a log, and shows that it is alive.
# Returns the command's exit code; `watched_seconds` and `watched_log` tell the rest.
watch() {
  local label=$1 started=$SECONDS next=20 last='' code=0 pid
  shift
  mkdir -p "$logs"
  watched_log=$logs/$(printf '%s' "$label" | tr -cs 'A-Za-z0-9' '-' | sed 's/-$//').log
  "$@" >"$watched_log" 2>&1 </dev/null &
  pid=$!
  # A child that is left alone would go on building after an interrupt.
  trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.3
    if [ -t 2 ]; then
      last=$(tail -c 400 "$watched_log" 2>/dev/null | tr '\r' '\n' | tail -n 1 | cut -c 1-60)
      printf '%s%s  %d s  %s' "$wipe" "$label" "$((SECONDS - started))" "$last" >&2
    elif [ $((SECONDS - started)) -ge "$next" ]; then
      say "  $label: $((SECONDS - started)) s …"
      next=$((next + 20))
    fi
  done
  wait "$pid" || code=$?
  trap - INT TERM
  printf '%s' "$wipe" >&2
  watched_seconds=$((SECONDS - started))
  return "$code"
}

# show_failure LOG: what a reader needs of a failed step's log.
show_failure() {
  if grep -qE 'error:|✘|Fatal error' "$1"; then
    grep -nE 'error:|✘|Fatal error|recorded an issue' "$1" | sort -u -t: -k2 | sort -n | head -n 40 | sed 's/^/    /' >&2
  else
    tail -n 25 "$1" | sed 's/^/    /' >&2
  fi
  say "    the whole output: ${1#"$repository"/}"
}
