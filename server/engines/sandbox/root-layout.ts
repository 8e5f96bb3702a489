import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Describes a root file system in which only some paths exist, each at its usual place and read-only. */
export interface RootLayout {
  /** Mount points, relative to the new root. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
  /** The bind mounts, in the format of fstab(5), for a new root at `NEW_ROOT`. */
  readonly fstab: string;
}

/** The folder that sandbox-child.sh covers with the new root. */
const NEW_ROOT = '/sys';

/** Interpreters and shared libraries, which Node and its addons load. */
const SYSTEM_PATHS = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32', '/usr/libexec'],
  ...['/nix', '/run/current-system', '/etc/ld.so.cache', '/etc/ld-musl-x86_64.path', '/etc/alpine-release'],
];
const DEVICES = ['/dev/null', '/dev/urandom'];

/** Describes a root with Node's needs and `paths`; paths that do not exist are left out. */
export async function describeRoot(paths: readonly string[]): Promise<RootLayout> {
  const wanted = [...new Set([...SYSTEM_PATHS, ...DEVICES, ...paths.map(withoutTrailingSlash)])].toSorted();
  const kinds = await Promise.all(wanted.map(kindOf));
  const directories = wanted.filter((_, index) => kinds[index] === 'directory');
  const files = wanted.filter((_, index) => kinds[index] === 'file');
  const mounts = wanted.filter((_, index) => kinds[index] !== undefined).map(bindMount);
  return {
    directories: ['proc', ...new Set([...directories, ...files.map((file) => dirname(file))].map(relative))],
    files: files.map(relative),
    fstab: [...mounts, `/proc ${NEW_ROOT}/proc none bind,ro,nosuid,nodev,noexec 0 0`].join('\n'),
  };
}

/** Mounts the target of a link at the place of the link. */
function bindMount(path: string): string {
  // Many systems mount /dev without exec, which a user namespace may not undo; without dev the devices would not work.
  const options = DEVICES.includes(path) ? 'noexec' : 'nodev';
  return `${escapeField(path)} ${NEW_ROOT}${escapeField(path)} none bind,ro,nosuid,${options} 0 0`;
}

async function kindOf(path: string): Promise<'directory' | 'file' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  return found.isDirectory() ? 'directory' : 'file';
}

const escapeField = (path: string): string =>
  path.replace(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);

const relative = (path: string): string => `.${path}`;

const withoutTrailingSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');
