// npm run test:image [-- slim full]: builds the images of the Dockerfile in root folders, where no container runtime is at hand,
// and tries the server in each as a container would run it. Needs root and debootstrap, downloads Debian and the packages.
import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from './test-image/build-image.ts';
import { tryImage } from './test-image/try-image.ts';

const context = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);
const targets = chosen.length > 0 ? chosen : ['slim', 'full'];

if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0) {
  console.log('NOT TESTED: building a root folder needs root and debootstrap.');
  process.exit(1);
}
let isGood = true;
const folder = await mkdtemp(join(tmpdir(), 'muniment-image-'));
try {
  for (const target of targets) {
    const image = await buildImage(context, join(folder, target), target);
    const size = spawnSync('du', ['-sm', image.root], { encoding: 'utf8' }).stdout.split('\t')[0];
    console.log(`${target}: ${size} MB, runs ${image.command.join(' ')} as ${image.user}`);
    const volume = join(folder, `${target}-data`);
    await mkdir(volume, { mode: 0o700 });
    const [uid = 0, gid = 0] = image.user.split(':').map(Number);
    await chown(volume, uid, gid);
    for (const { name, isKept } of await tryImage(image, volume)) {
      console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${name}`);
      isGood &&= isKept;
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;
