import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFingerprint } from './web-fingerprint.ts';

const root = join(import.meta.dirname, '..', '..');
const stamp = join(root, 'web', 'dist', '.fingerprint');
const fingerprint = webFingerprint(root);

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
  console.log('Building the web app …');
  const begun = Date.now();
  // Written again after a complete build only: an interrupted one is repeated.
  rmSync(stamp, { force: true });
  const args = ['build', 'web', '--config', 'web/vite.config.ts', '--logLevel', 'error'];
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vite'), args, {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) writeFileSync(stamp, fingerprint);
  else process.exitCode = status ?? 1;
  if (status === 0) console.log(`Built in ${Math.round((Date.now() - begun) / 1000)} s.`);
}
