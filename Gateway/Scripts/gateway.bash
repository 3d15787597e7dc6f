# Sourced: start_gateway builds the gateway, starts it on a free port with the development users and what
# $gateway_flags has, and sets $address, and $folder, which has its log. Both end with the script.
# shellcheck shell=bash

gateway_package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
gateway_flags=()
gateway_process=''
folder=''

stop_gateway() {
  if [ -n "$gateway_process" ]; then
    kill "$gateway_process" 2>/dev/null || true
    wait "$gateway_process" 2>/dev/null || true
  fi
  if [ -n "$folder" ]; then rm -rf "$folder"; fi
}

start_gateway() {
  local build=(swift build --disable-build-manifest-caching --package-path "$gateway_package")
  "${build[@]}" --product gateway ${MARU_JOBS:+-j "$MARU_JOBS"}
  folder=$(mktemp -d)
  trap stop_gateway EXIT
  "$("${build[@]}" --show-bin-path)/gateway" --port 0 --demo-users \
    --database "$folder/db.sqlite" --log-file "$folder/log" --ready-file "$folder/ready" ${gateway_flags[@]+"${gateway_flags[@]}"} &
  gateway_process=$!
  for _ in $(seq 400); do
    if [ -e "$folder/ready" ]; then break; fi
    if ! kill -0 "$gateway_process" 2>/dev/null; then break; fi
    sleep 0.05
  done
  if [ ! -e "$folder/ready" ]; then
    echo "error: the gateway did not start" >&2
    cat "$folder/log" >&2 || true
    return 1
  fi
  address=$(sed 's/^listening on //' "$folder/ready")
}
