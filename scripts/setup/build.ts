// Builds what the server needs besides its sources: the web app, and the programs of its child processes.
import { join } from 'node:path';
import { buildPrograms } from './build-programs.ts';
import { buildWeb } from './build-web.ts';

const root = join(import.meta.dirname, '..', '..');
try {
  buildPrograms(root);
  buildWeb(root);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
