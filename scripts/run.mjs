// Runs one of our programs on the project's own Node 24, after setting up what it needs:
//   node scripts/run.mjs [--dev] [--web] <program.ts> [arguments]
// --dev also installs what only checks and tests need; --web builds the web app when it is stale.
// Plain JavaScript, because the machine's own Node (20 or later) runs it. package.json says `exec node …`, since a shell
// between npm and us would die of npm's signal and leave us running.
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './setup/install-dependencies.mjs';
import { runChild } from './setup/run-child-process.mjs';
import { inTurn } from './setup/setup-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules', '.bin', 'node');
const words = process.argv.slice(2);
const programAt = words.findIndex((word) => !word.startsWith('--'));
const flags = words.slice(0, programAt);
const [program = '', ...programArguments] = words.slice(programAt);

// The tools that our programs call by name, and `node` itself, are those of this installation.
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

try {
  await inTurn(root, async (turn) => {
    await install(root, turn, { dev: flags.includes('--dev') });
    if (flags.includes('--web')) {
      const code = await runChild(node, [join(root, 'scripts', 'setup', 'build-web.ts')], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit', turn],
      });
      if (code !== 0) throw new Error('The web app could not be built.');
    }
  });
  process.exitCode = await runChild(node, [join(root, program), ...programArguments], { cwd: root });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
