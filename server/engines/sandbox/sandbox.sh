# Builds a root file system for an installed program, and runs it there. `unshare` has created the namespaces of this process.
#
#   sandbox.sh GIVEN LEFT HIDDEN-COUNT [HIDDEN...] SHOWN-COUNT [SHOWN...] COMMAND [ARGUMENT...]
#
# In that world are the machine's programs and fonts, to be read, an empty /tmp, and nothing else. Standard input becomes the file
# GIVEN in /tmp. What the command leaves there under the first name of LEFT that is there, or prints when LEFT is empty, goes to
# standard output. Whatever it leaves, be it a link or a pipe, is thus opened in that world, with the command's own sight and
# rights, and never by the server.
set -eu
# Who starts a server may have no administrator's programs in the path.
PATH="$PATH:/usr/sbin:/sbin"
given=$1 left=$2 count=$3
shift 3

while [ "$count" -gt 0 ]; do
  mount -t tmpfs none "$1"
  shift
  count=$((count - 1))
done

# The new world is built where every Linux has a folder and the new world none.
mount -t tmpfs -o mode=755 none /sys
cd /sys
mkdir tmp old
mount -t tmpfs -o nosuid,nodev,size=1g,mode=700 none tmp

# Links stay links. What isn't there, or stands in what is shown already, is left out.
show() {
  if [ ! -e "$1" ] || [ -e ".$1" ]; then return 0; fi
  mkdir -p ".${1%/*}/"
  if [ -L "$1" ]; then
    cp -P "$1" ".$1"
    return
  fi
  if [ -d "$1" ]; then mkdir ".$1"; else : > ".$1"; fi
  mount --rbind "$1" ".$1"
}

for path in /usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix /run/current-system /proc \
  /etc/alternatives /etc/fonts /etc/ld.so.cache /etc/libreoffice /var/cache/fontconfig /var/lib/libreoffice \
  /dev/null /dev/zero /dev/random /dev/urandom; do
  show "$path"
done
count=$1
shift
while [ "$count" -gt 0 ]; do
  show "$1"
  shift
  count=$((count - 1))
done

pivot_root . old
cd /
umount -l old
rmdir old

# No world within this one: in it the command would be its own administrator.
echo 0 > /proc/sys/user/max_user_namespaces
while read -r _ _ _ _ point _; do
  if [ "$point" != /tmp ]; then mount -o remount,bind,ro,nosuid "$(printf %b "$point")"; fi
done < /proc/self/mountinfo
cd /tmp

# Without rights the command can't undo any of this.
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all sh -c '
  given=$1 left=$2
  shift 2
  if [ -n "$given" ]; then cat > "$given" || exit 1; fi
  if [ -z "$left" ]; then exec "$@" < /dev/null 2> /dev/null; fi
  "$@" < /dev/null > /dev/null 2>&1 || exit 1
  for name in $left; do if [ -f "$name" ]; then exec cat "$name"; fi; done
  exit 1
' sh "$given" "$left" "$@"
