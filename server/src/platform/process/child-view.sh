#!/bin/sh
# Runs a program that sees only the named paths of the file system, inside mount, process and network namespaces of its own.
# Usage: child-view.sh <uid:gid or -> <writable folder> <readable path>... -- <program> <argument>...
# Must be root of the namespaces; the program has no capability and cannot gain one.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
user=$1 folder=$2
shift 2

# The new root may be any folder that contains none of the shown paths: the original /sys is not needed again.
root=/sys
mount -t tmpfs -o size=1m,mode=755 tmpfs $root

folder_of() { [ -d "$root$1" ] || mkdir -p "$root$1"; }
place() { # <path>: something at the same place to mount it on; fails when there is nothing to mount
  if [ -h "$1" ]; then
    folder_of "${1%/*}" && ln -s "$(readlink "$1")" "$root$1" && return 1
  elif [ -d "$1" ]; then
    folder_of "$1"
  elif [ -e "$1" ]; then
    folder_of "${1%/*}" && : >"$root$1"
  else
    return 1
  fi
}
show() { # <path>: writable
  place "$1" && mount --rbind "$1" "$root$1"
}
# Mounted and sealed by one command, since each costs a process. Mount flags that the system has locked must be given again.
show_sealed() { # <path>
  place "$1" || return 0
  mount -o rbind,ro,nosuid,nodev "$1" "$root$1" 2>/dev/null || mount -o rbind,ro,nosuid,nodev,noexec "$1" "$root$1"
}

for path in /usr /bin /lib /lib64 /etc/ld.so.cache; do show_sealed $path; done
for path in /dev/null /dev/urandom; do show $path; done
while [ "$1" != -- ]; do
  show_sealed "$1"
  shift
done
shift
show "$folder"
mount -o remount,bind,ro $root

identity=
[ "$user" = - ] || identity="--reuid=${user%:*} --regid=${user#*:} --clear-groups"
# Not exec: the first process of a PID namespace ignores the signals by which limits take effect.
# shellcheck disable=SC2086
chroot $root setpriv $identity --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@" || exit $?
exit 0
