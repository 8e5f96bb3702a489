import type { LockedPackage } from './lock-file.ts';
import type { CheckResult } from './run-tool.ts';

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

/**
 * MPL-2.0 only covers changes to its own files, and there are none: the CSS compiler of the web build, which is not
 * served, and the font decoder of the presentation viewer, which is served unchanged.
 */
const UNMODIFIED_MPL_PACKAGES = /^(lightningcss(-|$)|mtx-decompressor$)/;

/** Fonts may be served with any program under OFL-1.1; only the fonts themselves may not be sold alone. */
const FONT_PACKAGES = /^@fontsource-variable\//;

/** States MIT in its readme only; a dependency of an unused part of tus-js-client. */
const LICENCE_IN_README = /^combine-errors 3\.0\.3$/;

/** Licences that put no conditions on the work of users. */
export function checkLicences(packages: LockedPackage[]): CheckResult {
  const others = packages
    .filter(({ dev }) => !dev)
    .filter(({ name, version }) => !LICENCE_IN_README.test(`${name} ${version}`))
    .filter(
      ({ name, license }) =>
        !isPermissive(license) &&
        !(UNMODIFIED_MPL_PACKAGES.test(name) && license === 'MPL-2.0') &&
        !(FONT_PACKAGES.test(name) && license === 'OFL-1.1'),
    )
    .map(({ name, version, license }) => `${name} ${version} is under ${license ?? 'no stated licence'}.`);
  return { ok: others.length === 0, output: others.join('\n') };
}

/** Reads `MIT OR GPL-3.0` as a choice, in any case; in any other combination every licence counts. */
function isPermissive(license: string | undefined): boolean {
  if (!license) return false;
  const parts = license.replace(/[()]/g, '').split(/ (?:OR|AND|WITH) /i);
  const isChoice = !/ (?:AND|WITH) /i.test(license);
  return isChoice ? parts.some((part) => PERMISSIVE.has(part)) : parts.every((part) => PERMISSIVE.has(part));
}
