# Sourced by test and check: the steps of a test run. Each is a function step_NAME.
# shellcheck shell=bash

test_steps=(format architecture root gateway doctor tour headers consumer standins)

step_format() {
  local place places=()
  for place in Package.swift Sources Tests Gateway Doctor Samples Benchmarks ConsumerCheck AppleStandIns; do
    if [ -e "$repository/$place" ]; then places+=("$place"); fi
  done
  part "format lint" lint_files "${places[@]}"
}

# Files that git knows or could know: build folders of nested packages hold Swift files as well.
lint_files() {
  cd "$repository"
  local files
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    # A file that was deleted and not yet committed is still listed.
    mapfile -d '' files < <(git ls-files -z --cached --others --exclude-standard -- "$@" |
      grep -z '\.swift$' | while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\0' "$file"; fi; done)
  else
    mapfile -d '' files < <(find "$@" -name .build -prune -o -name '*.swift' -print0)
  fi
  if [ ${#files[@]} -eq 0 ]; then echo "error: found no Swift files"; return 1; fi
  swift format lint --strict --parallel "${files[@]}"
}

root_tests() {
  swift test "${jobs[@]}" --package-path "$repository" --skip-build "$@"
}

step_architecture() {
  part "building the tests" swift build "${jobs[@]}" --package-path "$repository" --build-tests || return
  tests "architecture tests" root_tests --filter '^ArchitectureTests\.'
}

# Suites that only compute: searches of simulated worlds, and XML and captures in every damaged form. They
# run by themselves: they hold the threads on which tests on real sockets, with limits in real time, would
# go on.
computing='LawTests|PlantedBugTests|PlantedSessionBugTests|^MaruXMLTests[.]|^MaruDiagnosticsTests[.]'

# The laws are tried in this many worlds here, and in many more in the release build of Scripts/check.
step_root() {
  local code=0 seeds=${MARU_SEEDS:-4000}
  part "building the tests" swift build "${jobs[@]}" --package-path "$repository" --build-tests || return
  tests "root tests" root_tests --skip '^ArchitectureTests\.' --skip "$computing" || code=1
  tests "laws in $seeds worlds, XML and captures" env MARU_SEEDS="$seeds" swift test "${jobs[@]}" \
    --package-path "$repository" --skip-build --filter "$computing" || code=1
  return "$code"
}

step_gateway() {
  needs_package Gateway || return
  part "building the gateway's tests" swift build "${nested[@]}" --package-path "$repository/Gateway" --build-tests || return
  tests "gateway tests" swift test "${nested[@]}" --package-path "$repository/Gateway" --skip-build
}

step_doctor() {
  needs_package Doctor || return
  part "building the doctor's tests" swift build "${nested[@]}" --package-path "$repository/Doctor" --build-tests || return
  tests "doctor tests" swift test "${nested[@]}" --package-path "$repository/Doctor" --skip-build
}

step_tour() {
  needs_package Gateway || return
  needs_package Doctor || return
  needs_package Samples/Tour || return
  part "building the tour's tests" swift build "${nested[@]}" --package-path "$repository/Samples/Tour" --build-tests || return
  tests "tour tests" swift test "${nested[@]}" --package-path "$repository/Samples/Tour" --skip-build || return
  part "the tour" "$repository/Scripts/demo"
}

step_consumer() {
  local package=("${nested[@]}" --package-path "$repository/ConsumerCheck")
  part "building what the guide shows" swift build "${package[@]}" --build-tests || return
  tests "the guide's tests" swift test "${package[@]}" --skip-build || return
  part "a consumer on the main actor" swift run "${package[@]}" ConsumerCheck || return
  needs_package Gateway || return 0
  part "the guide against the gateway" "$repository/Gateway/Scripts/guide"
}

# What only Apple's systems compile, against modules of ours that are named like theirs.
step_standins() {
  needs_package AppleStandIns || return
  if [ "$(uname)" = Darwin ]; then
    skip_reason="Apple's own modules are here: Scripts/verify-on-mac"
    return "$skipped_code"
  fi
  local package=("${nested[@]}" --package-path "$repository/AppleStandIns")
  # Made here and not kept: not every way of copying a repository keeps links.
  ln -sfn ../../Sources/MaruSecrets/Keychain "$repository/AppleStandIns/Sources/MaruKeychain" || return
  part "building Apple's part against stand-ins" swift build "${package[@]}" --build-tests || return
  tests "tests over stand-ins" swift test "${package[@]}" --skip-build
}

step_headers() {
  if [ "$(uname)" != Linux ] || ! unshare -rm true 2>/dev/null; then
    skip_reason="needs a mount namespace of its own, which this machine does not permit"
    return "$skipped_code"
  fi
  part "building without C library headers" unshare -rm bash "$repository/Scripts/without-headers.bash" \
    swift build "${jobs[@]}" --package-path "$repository" --scratch-path "$repository/.build/headers"
}
