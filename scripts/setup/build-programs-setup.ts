import { join } from 'node:path';
import { buildPrograms } from './build-bundle.ts';

/** Makes the child processes of all tests start as fast as in production. */
export function setup(): void {
  buildPrograms(join(import.meta.dirname, '..', '..'));
}
