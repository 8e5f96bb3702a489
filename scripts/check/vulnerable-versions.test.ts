import { expect, test } from 'vitest';
import type { LockedPackage } from './lock-file.ts';
import { checkVulnerableVersions } from './vulnerable-versions.ts';

const locked = (name: string, version: string, more: Partial<LockedPackage> = {}): LockedPackage => ({
  path: `node_modules/${name}`,
  name,
  version,
  license: 'MIT',
  dev: false,
  ...more,
});

test.for([
  ['xlsx', '0.18.5'],
  ['xlsx', '99.0.0'],
  ['csurf', '1.11.0'],
  ['decompress', '4.2.1'],
  ['adm-zip', '0.6.0'],
  ['multer', '1.4.4-lts.1'],
  ['mammoth', '1.12.1'],
  ['nodemailer', '9.10.10'],
  ['nodemailer', '10.4.0'],
  ['pdfjs-dist', '5.6.83'],
  ['pdfjs-dist', '6.2.107'],
  ['file-type', '13.0.0'],
  ['file-type', '16.5.3'],
  ['fast-xml-parser', '5.6.99'],
  ['fast-xml-parser', '4.10.0'],
])('%s %s is refused', ([name = '', version = '']) => {
  expect(checkVulnerableVersions([locked(name, version)]).output).toContain(`${name} ${version}`);
});

test.for([
  ['adm-zip', '0.6.1'],
  ['adm-zip', '0.10.0'],
  ['multer', '2.0.2'],
  ['nodemailer', '10.10.0'],
  ['pdfjs-dist', '5.6.82'],
  ['pdfjs-dist', '6.2.108'],
  ['file-type', '12.4.2'],
  ['file-type', '16.5.4'],
  ['fast-xml-parser', '5.12.1'],
  ['@e965/xlsx', '0.20.3'],
])('%s %s is accepted', ([name = '', version = '']) => {
  expect(checkVulnerableVersions([locked(name, version)])).toEqual({ ok: true, output: '' });
});

test('an old library deep in the tree is found', () => {
  const path = 'node_modules/other/node_modules/multer';
  expect(checkVulnerableVersions([locked('multer', '1.0.0', { path })]).ok).toBe(false);
});

test('the S3 server of the tests may use old libraries, production may not', () => {
  const path = 'node_modules/s3rver/node_modules/fast-xml-parser';
  expect(checkVulnerableVersions([locked('fast-xml-parser', '3.21.1', { path, dev: true })]).ok).toBe(true);
  expect(checkVulnerableVersions([locked('fast-xml-parser', '3.21.1', { path, dev: false })]).ok).toBe(false);
});
