// Runs a program on the project's own Node 24, after installing its dependencies:
//   node scripts/run.mjs [--dev] [--build] <program.ts> [arguments]
// --dev also installs development dependencies; --build builds the web app and the server's child processes when they are stale.
// Plain JavaScript, because the machine's own Node (20 or later) runs it. package.json uses `exec node …`, since a
// shell in between would end on npm's signal and leave this process running.
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './setup/install-dependencies.mjs';
import { runChild } from './setup/run-child-process.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules', '.bin', 'node');
const args = process.argv.slice(2);
const programIndex = args.findIndex((word) => !word.startsWith('--'));
const flags = args.slice(0, programIndex);
const [program = '', ...programArguments] = args.slice(programIndex);

// Programs find tools and `node` in this installation first.
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
// Starting takes half the processor time when Node finds the code without its types, compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled');

try {
  await withSetupLock(root, async (lockFd) => {
    await install(root, lockFd, { dev: flags.includes('--dev') });
    if (flags.includes('--build')) {
      const code = await runChild(node, [join(root, 'scripts', 'setup', 'build.ts')], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit', lockFd],
      });
      if (code !== 0) throw new Error('Muniment could not be built.');
    }
  });
  process.exitCode = await runChild(node, [join(root, program), ...programArguments], { cwd: root });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
