// Builds what the server needs besides its sources: the web app, the programs of its child processes, and the server in few
// files.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildPrograms, buildServer } from './build-bundle.ts';
import { buildWeb } from './build-web.ts';

const root = join(import.meta.dirname, '..', '..');
try {
  buildPrograms(root);
  const isNewServer = buildServer(root);
  buildWeb(root);
  // The server starts from sources and uncompiled just as well, if this fails.
  if (isNewServer && process.env['NODE_COMPILE_CACHE'] !== undefined)
    spawnSync(process.execPath, [join(import.meta.dirname, 'fill-compile-cache.ts')], { timeout: 60_000 });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
