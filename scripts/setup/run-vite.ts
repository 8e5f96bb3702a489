import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds with Vite and prints how long it took; throws if it fails. */
export function runVite(root: string, subject: string, args: readonly string[]): void {
  console.log(`Building ${subject} …`);
  const begun = Date.now();
  const vite = join(root, 'node_modules', '.bin', 'vite');
  const { status } = spawnSync(vite, ['build', ...args, '--logLevel', 'error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`Building ${subject} failed.`);
  console.log(`Built in ${Math.round((Date.now() - begun) / 1000)} s.`);
}
