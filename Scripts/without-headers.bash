# Runs a command with no header in /usr/include but those of the C and C++ standard libraries.
#
#   unshare -rm bash Scripts/without-headers.bash COMMAND…
#
# Only inside a mount namespace of its own: nothing of it is seen outside.
set -euo pipefail

kept=$(mktemp -d)
# Swift's own Foundation is built on these; every other header belongs to a library.
mapfile -t packages < <(
  dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' |
    awk '$1 == "ii" && $2 ~ /^(libc6-dev|linux-libc-dev|libcrypt-dev|libstdc\+\+-[0-9]+-dev|libgcc-[0-9]+-dev|libtirpc-dev|libnsl-dev|rpcsvc-proto)$/ {print $2}'
)
dpkg -L "${packages[@]}" | grep '^/usr/include/' | sort -u >"$kept/list"
mkdir "$kept/files"
while read -r path; do
  if [ -d "$path" ] && [ ! -L "$path" ]; then mkdir -p "$kept/files${path#/usr/include}"; fi
done <"$kept/list"
while read -r path; do
  if [ -L "$path" ] || [ -f "$path" ]; then cp -a "$path" "$kept/files${path#/usr/include}"; fi
done <"$kept/list"
mount --bind "$kept/files" /usr/include

for header in curl/curl.h event2/event.h sqlite3.h openssl/ssl.h x86_64-linux-gnu/curl/curl.h; do
  if [ -e "/usr/include/$header" ]; then echo "error: $header is still there"; exit 1; fi
done
if [ ! -e /usr/include/stdio.h ]; then echo "error: the C library's own headers are gone"; exit 1; fi
code=0
"$@" || code=$?
umount /usr/include
rm -rf "$kept"
exit "$code"
