import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVite } from './run-vite.ts';
import { webFingerprint } from './web-fingerprint.ts';

/** Builds the web app when its sources have changed since the last build. */
export function buildWeb(root: string): void {
  const stamp = join(root, 'web', 'dist', '.fingerprint');
  const fingerprint = webFingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  // Written again after a complete build only: an interrupted one is repeated.
  rmSync(stamp, { force: true });
  runVite(root, 'the web app', ['web', '--config', 'web/vite.config.ts']);
  writeFileSync(stamp, fingerprint);
}
