import type { LockedPackage } from './lock-file.ts';
import type { Verdict } from './run-command.ts';

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT-0',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** The style sheet compiler of the web build: MPL-2.0 binds only changes to its own files, and none of it is served. */
const BUILD_TOOL = /^lightningcss(-|$)/;

/** What we ship to others must not put conditions on their own work. */
export function checkLicences(packages: LockedPackage[]): Verdict {
  const others = packages
    .filter(({ dev }) => !dev)
    .filter(
      ({ name, license }) => !isPermissive(license) && !(BUILD_TOOL.test(name) && license === 'MPL-2.0'),
    )
    .map(({ name, version, license }) => `${name} ${version} is under ${license ?? 'no stated licence'}.`);
  return { ok: others.length === 0, output: others.join('\n') };
}

/** Reads `MIT OR GPL-3.0` as a choice; in any other combination every licence counts. */
function isPermissive(license: string | undefined): boolean {
  if (!license) return false;
  const parts = license.replace(/[()]/g, '').split(/ (?:OR|AND|WITH) /);
  const isChoice = !/ (?:AND|WITH) /.test(license);
  return isChoice ? parts.some((part) => PERMISSIVE.has(part)) : parts.every((part) => PERMISSIVE.has(part));
}
