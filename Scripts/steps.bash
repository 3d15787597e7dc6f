# Sourced by test and check: runs named steps, and sums them up.
# shellcheck shell=bash

results=()
failed=no

# What a step's function returns if the machine can't do it. What it would test and is not there is a
# failure like any other.
skipped_code=77
skip_reason=''

# run_step NAME: runs the function step_NAME and remembers how it went.
run_step() {
  local name=$1 code=0 verdict colour
  skip_reason=''
  say "${bold}$name${plain}"
  "step_$name" || code=$?
  case $code in
    0) verdict=passed colour=$green ;;
    "$skipped_code") verdict=skipped colour=$yellow ;;
    *) verdict=FAILED colour=$red failed=yes ;;
  esac
  if [ -n "$skip_reason" ]; then say "  $skip_reason"; fi
  results+=("$(printf '%s%-14s %-8s %5s s%s%s' "$colour" "$name" "$verdict" "$step_seconds" "$plain" "${skip_reason:+  $skip_reason}")")
}

# part LABEL COMMAND…: one command of a step; its seconds are added to the step's.
part() {
  local code=0
  watch "$@" || code=$?
  step_seconds=$((step_seconds + watched_seconds))
  if [ "$code" -ne 0 ]; then
    say "  ${red}$1 failed${plain} after $watched_seconds s"
    show_failure "$watched_log"
  else
    say "  $1, $watched_seconds s"
  fi
  return "$code"
}

# tests LABEL COMMAND…: a part that runs tests; none at all is a failure, too.
tests() {
  part "$@" || return
  if ! grep -qE 'Test run with [1-9][0-9]* tests?' "$watched_log"; then
    say "  ${red}$1: no test was run${plain}"
    return 1
  fi
}

run_steps() {
  local name
  for name in "$@"; do
    step_seconds=0
    run_step "$name"
  done
  say ""
  say "${bold}step           result    time${plain}"
  printf '%s\n' "${results[@]}" >&2
  say "together $SECONDS s"
  [ "$failed" = no ]
}

# choose_steps ALL…: what --only left over, in `chosen`.
choose_steps() {
  local name
  chosen=("$@")
  if [ ${#only[@]} -eq 0 ]; then return; fi
  for name in "${only[@]}"; do
    case " $* " in *" $name "*) ;; *) fail "no step is called '$name'; --list names them" ;; esac
  done
  chosen=("${only[@]}")
}

# needs_package FOLDER: for steps about a nested package.
needs_package() {
  if [ -f "$repository/$1/Package.swift" ]; then return 0; fi
  skip_reason="there is no $1/Package.swift"
  return 1
}
