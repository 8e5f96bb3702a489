import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a hash of all sources of the web app. It ignores modification times, which a checkout changes. */
export function webFingerprint(root: string): string {
  const files = globSync(['web/**/*', 'shared/**/*'], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'dist' || /\.test\.tsx?$/.test(entry.name),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(root, 'package-lock.json')]) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
