# Builds a read-only root file system for a child process, and runs it there. `unshare` has created the namespaces of this
# process, in which it is root.
#
#   sandbox-child.sh DIRECTORIES FILES FSTAB COMMAND [ARGUMENT...]
#
# DIRECTORIES and FILES, one per line, are the mount points of FSTAB below the new root. The command sees nothing else, can write
# nowhere, and has neither an environment nor capabilities.
set -euf
# The user who starts a server may not have administration programs in the path.
PATH="$PATH:/usr/sbin:/sbin"
directories=$1 files=$2 fstab=$3
shift 3

# No namespaces within these: in them the command would be root again.
echo 0 > /proc/sys/user/max_user_namespaces

# Every Linux has this folder, and the new root does not need it.
mount -t tmpfs -o mode=755 none /sys
cd /sys
IFS='
'
mkdir -p $directories
for file in $files; do : > "$file"; done
# All at once, because each program that is started here delays the document by a few milliseconds.
printf '%s\n' "$fstab" > fstab
mount -a -T fstab
: > fstab

pivot_root . .
umount -l .
cd /
mount -o remount,bind,ro,nosuid,nodev /

# The shell stays as the first process of the namespace, because that process ignores signals such as SIGABRT.
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all \
  sh -c 'ulimit -f 0; env -i HOME=/nonexistent "$@"; exit $?' sh "$@"
