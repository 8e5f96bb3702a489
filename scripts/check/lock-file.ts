import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
    }),
  ),
});

export interface LockedPackage {
  /** Path of the installation, such as `node_modules/a/node_modules/b`. */
  path: string;
  name: string;
  version: string;
  license: string | undefined;
  /** True when only checks and tests need it. */
  dev: boolean;
}

export function readLockFile(root: string): LockedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version = '', license, dev }]) => {
      // The lock file states the real name of an alias such as `"sheets": "npm:xlsx@…"`.
      const installedAs = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name: name ?? installedAs, version, license, dev };
    });
}
