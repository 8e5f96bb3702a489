import type { LockedPackage } from './lock-file.ts';
import type { CheckResult } from './run-tool.ts';

interface VersionRange {
  /** First vulnerable version; without it, all earlier versions are vulnerable. */
  from?: string;
  /** First fixed version; without it, no later version is accepted. */
  before?: string;
}

/** Libraries with known vulnerabilities, maintained by hand, so that the check needs no network. */
const VULNERABLE_VERSIONS = new Map<string, VersionRange>([
  ['adm-zip', { before: '0.6.1' }],
  ['csurf', {}],
  ['decompress', {}],
  ['fast-xml-parser', { before: '5.7.0' }],
  ['file-type', { from: '13.0.0', before: '16.5.4' }],
  ['mammoth', { before: '1.12.2' }],
  ['multer', { before: '2.0.2' }],
  ['nodemailer', { before: '10.4.1' }],
  ['pdfjs-dist', { from: '5.6.83', before: '6.2.108' }],
  ['xlsx', {}],
]);

/** Compares versions number by number: 5.10.0 comes after 5.7.0. */
const byVersion = new Intl.Collator('en', { numeric: true });

/** Old libraries of the S3 server for tests, which never runs in production. */
const TEST_ONLY_PATH = 'node_modules/s3rver/node_modules/';

export function checkVulnerableVersions(packages: LockedPackage[]): CheckResult {
  const refused = packages
    .filter(({ name, version }) => isVulnerable(name, version))
    .filter(({ path, dev }) => !(dev && path.startsWith(TEST_ONLY_PATH)))
    .map(({ path, name, version }) => `${name} ${version} has a known vulnerability (${path}).`);
  return { ok: refused.length === 0, output: refused.join('\n') };
}

function isVulnerable(name: string, version: string): boolean {
  const refusal = VULNERABLE_VERSIONS.get(name);
  if (!refusal) return false;
  const { from, before } = refusal;
  return (
    (!from || byVersion.compare(version, from) >= 0) && (!before || byVersion.compare(version, before) < 0)
  );
}
