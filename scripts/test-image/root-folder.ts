import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MIRROR = 'http://deb.debian.org/debian';
const NPM = 'usr/local/lib/node_modules/npm';
/** Variables with the certificates and the package registry of this machine, which a build on it needs too. */
const PASSED_ON = /^(?:NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_registry)$/i;

/** Creates what the image `node:VERSION-SUITE-slim` has: a small Debian, Node of that version and npm. */
export async function createNodeImage(image: string, root: string): Promise<void> {
  const [, version, suite] = /^node:([\d.]+)-(\w+)-slim$/.exec(image) ?? [];
  if (version === undefined || suite === undefined) throw new Error(`${image} is no image of Node`);
  if (process.versions.node !== version)
    throw new Error(`This is Node ${process.versions.node}; the image has ${version}`);
  run('debootstrap', ['--variant=minbase', suite, root, MIRROR]);
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = findNpm();
  await cp(npm, join(root, NPM), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates === undefined) return;
  await mkdir(dirname(join(root, certificates)), { recursive: true });
  await cp(certificates, join(root, certificates));
}

/** Returns the folder of the npm that runs this script. */
function findNpm(): string {
  const program = process.env['npm_execpath'];
  if (program === undefined)
    throw new Error('Run it by npm run test:image: the image gets the npm that runs it.');
  return dirname(dirname(program));
}

interface RootCommand {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
}

/** Runs a shell command as root in the folder, with devices and processes mounted for it alone. */
export function runInRoot(root: string, { command, environment, workingDirectory }: RootCommand): void {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const variables = [...passedOn, ...Object.entries(environment)].map(([name, value]) => `${name}=${value}`);
  const script = [
    'mount --bind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'cp /etc/resolv.conf "$1/etc/resolv.conf"',
    `exec chroot "$1" env -i HOME=/root DEBIAN_FRONTEND=noninteractive "\${@:4}" sh -ec 'cd "$0" && eval "$1"' "$2" "$3"`,
  ].join(' && ');
  run('unshare', [
    ...['--mount', '--propagation', 'private', 'bash', '-ec', script],
    ...['bash', root, workingDirectory, command, ...variables],
  ]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`${program} failed:\n${stdout.slice(-2_000)}\n${stderr.slice(-4_000)}`);
}
