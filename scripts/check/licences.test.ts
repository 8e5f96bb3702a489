import { expect, test } from 'vitest';
import { checkLicences } from './licences.ts';

const licensed = (license: string | undefined, name = 'library', dev = false) =>
  checkLicences([{ path: `node_modules/${name}`, name, version: '1.0.0', license, dev }]);

test.for(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(MIT AND Zlib)'])(
  '%s is accepted',
  (license) => {
    expect(licensed(license).ok).toBe(true);
  },
);

test.for([
  'GPL-3.0',
  'AGPL-3.0-or-later',
  'MIT AND GPL-3.0',
  'GPL-3.0 AND (MIT OR ISC)',
  'SEE LICENSE IN X',
  undefined,
])('%s is refused in production', (license) => {
  expect(licensed(license).ok).toBe(false);
  expect(licensed(license, 'library', true).ok).toBe(true);
});

test('MPL-2.0 is accepted for the build tool only', () => {
  expect(licensed('MPL-2.0', 'lightningcss-linux-x64-gnu').ok).toBe(true);
  expect(licensed('MPL-2.0', 'lightningcss2').ok).toBe(false);
  expect(licensed('GPL-3.0', 'lightningcss').ok).toBe(false);
});
