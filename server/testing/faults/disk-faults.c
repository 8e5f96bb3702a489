/*
 * Replaces calls of the C library that change files, for tests (LD_PRELOAD). Everything applies to files below FAULTS_ROOT.
 *
 * A full disk: FAULTS_CONTROL names a file of two 64-bit numbers: how many more calls may take space, and how many there were.
 * Once none may, calls that take space fail with ENOSPC until the first number is raised.
 *
 * A power cut: FAULTS_MIRROR names a folder that receives what was synced: the content of a file (`file-INODE`) when it is synced,
 * and the names in a folder (`folder-INODE`: lines of type, inode and name) when the folder is synced.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct control {
  atomic_long remaining;
  atomic_long counted;
};

static const char *root;
static const char *mirror;
static struct control *control;

__attribute__((constructor)) static void open_faults(void) {
  root = getenv("FAULTS_ROOT");
  mirror = getenv("FAULTS_MIRROR");
  const char *path = getenv("FAULTS_CONTROL");
  if (!path) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *shared = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared != MAP_FAILED) control = shared;
  syscall(SYS_close, fd);
}

static int is_below_root(const char *path) {
  return root && strncmp(path, root, strlen(root)) == 0;
}

static int is_fd_below_root(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below_root(path);
}

/* Returns whether the call must fail, and then sets errno. */
static int refuses_space(int applies) {
  if (!control || !applies) return 0;
  atomic_fetch_add(&control->counted, 1);
  if (atomic_fetch_sub(&control->remaining, 1) > 0) return 0;
  errno = ENOSPC;
  return 1;
}

#define WRITER(name, parameters, arguments)                    \
  ssize_t name parameters {                                    \
    if (refuses_space(control && is_fd_below_root(fd))) return -1; \
    return NEXT(name) arguments;                               \
  }

WRITER(write, (int fd, const void *bytes, size_t length), (fd, bytes, length))
WRITER(pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WRITER(pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, length, at))
WRITER(writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
WRITER(pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))
WRITER(pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at))

int mkdir(const char *path, mode_t mode) {
  if (refuses_space(is_below_root(path))) return -1;
  return NEXT(mkdir)(path, mode);
}

#define OPENER(name)                                                                              \
  int name(const char *path, int flags, ...) {                                                    \
    va_list rest;                                                                                 \
    va_start(rest, flags);                                                                        \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                     \
    va_end(rest);                                                                                 \
    if ((flags & O_CREAT) && refuses_space(is_below_root(path) && access(path, F_OK) != 0)) return -1; \
    return NEXT(name)(path, flags, mode);                                                         \
  }

OPENER(open)
OPENER(open64)

static int open_mirror(const char *kind, unsigned long inode, char *temporary, char *path) {
  snprintf(temporary, PATH_MAX, "%s/.%s-%lu-%d-%ld", mirror, kind, inode, getpid(), (long)syscall(SYS_gettid));
  snprintf(path, PATH_MAX, "%s/%s-%lu", mirror, kind, inode);
  return syscall(SYS_openat, AT_FDCWD, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static void mirror_file(int fd, unsigned long inode) {
  char temporary[PATH_MAX], path[PATH_MAX], link[64], buffer[65536];
  /* Opened again, since the descriptor may be for writing only. */
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int from = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
  int to = open_mirror("file", inode, temporary, path);
  ssize_t length;
  while ((length = syscall(SYS_read, from, buffer, sizeof buffer)) > 0) syscall(SYS_write, to, buffer, length);
  syscall(SYS_close, from);
  syscall(SYS_close, to);
  syscall(SYS_renameat2, AT_FDCWD, temporary, AT_FDCWD, path, 0);
}

static void mirror_folder(int fd, unsigned long inode) {
  char temporary[PATH_MAX], path[PATH_MAX], link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  DIR *folder = opendir(link);
  if (!folder) return;
  int to = open_mirror("folder", inode, temporary, path);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char line[PATH_MAX];
    char type = entry->d_type == DT_DIR ? 'd' : 'f';
    int length = snprintf(line, sizeof line, "%c %lu %s\n", type, (unsigned long)entry->d_ino, entry->d_name);
    syscall(SYS_write, to, line, length);
  }
  closedir(folder);
  syscall(SYS_close, to);
  syscall(SYS_renameat2, AT_FDCWD, temporary, AT_FDCWD, path, 0);
}

static pthread_mutex_t mirroring = PTHREAD_MUTEX_INITIALIZER;

/* One at a time: a slow copy that an older sync began must not replace that of a newer one. */
static void mirror_synced(int fd) {
  struct stat status;
  if (!mirror || !is_fd_below_root(fd) || fstat(fd, &status) != 0) return;
  int before = errno;
  pthread_mutex_lock(&mirroring);
  if (S_ISDIR(status.st_mode)) mirror_folder(fd, status.st_ino);
  else if (S_ISREG(status.st_mode)) mirror_file(fd, status.st_ino);
  pthread_mutex_unlock(&mirroring);
  errno = before;
}

#define SYNCER(name)                    \
  int name(int fd) {                    \
    int result = NEXT(name)(fd);        \
    if (result == 0) mirror_synced(fd); \
    return result;                      \
  }

SYNCER(fsync)
SYNCER(fdatasync)

/* Keeps removed and replaced files and folders open, so that no other one gets an inode that the mirror knows. */
static void keep_inode_at(int folder, const char *path) {
  if (mirror && (is_below_root(path) || (folder != AT_FDCWD && is_fd_below_root(folder))))
    syscall(SYS_openat, folder, path, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
}

static void keep_inode(const char *path) {
  keep_inode_at(AT_FDCWD, path);
}

int rmdir(const char *path) {
  keep_inode(path);
  return NEXT(rmdir)(path);
}

int unlinkat(int folder, const char *path, int flags) {
  keep_inode_at(folder, path);
  return NEXT(unlinkat)(folder, path, flags);
}

int unlink(const char *path) {
  keep_inode(path);
  return NEXT(unlink)(path);
}

int rename(const char *from, const char *to) {
  keep_inode(to);
  return NEXT(rename)(from, to);
}
