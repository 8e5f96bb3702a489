import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { SECRET_NAMES } from './read-secret-files.ts';

function writeSecret(content: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'muniment-secret-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'secret');
  writeFileSync(path, content);
  return path;
}

test('a secret is read from a file, without the line break at its end', () => {
  const path = writeSecret('postgres://room:pass word@db/room\n');
  expect(readConfig({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://room:pass word@db/room');
});

test('every secret can be read from a file', () => {
  const files = Object.fromEntries(
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'MASTER_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN'].map(
      (name) => [`${name}_FILE`, writeSecret(`the ${name}`.replaceAll(' ', '-'))],
    ),
  );
  const { s3, masterKey, firstAdmin, metricsToken } = readConfig({ ...files, S3_BUCKET: 'room' });
  expect([s3?.accessKeyId, s3?.secretAccessKey, masterKey, firstAdmin.password, metricsToken]).toEqual([
    'the-S3_ACCESS_KEY_ID',
    'the-S3_SECRET_ACCESS_KEY',
    'the-MASTER_KEY',
    'the-ADMIN_PASSWORD',
    'the-METRICS_TOKEN',
  ]);
  const smtp = writeSecret('smtp://mail.example.com');
  expect(readConfig({ SMTP_URL_FILE: smtp, MAIL_FROM: 'room@example.com' }).mail?.smtpUrl).toBe(
    'smtp://mail.example.com',
  );
});

test.each(SECRET_NAMES)('%s and its file cannot both be set', (name) => {
  expect(() => readConfig({ [name]: 'a secret value', [`${name}_FILE`]: writeSecret('another') })).toThrow(
    `Invalid configuration: ${name} and ${name}_FILE are both set; set only one of them`,
  );
});

test('a file that is missing, empty or invalid is named, and its content is not', () => {
  expect(() => readConfig({ MASTER_KEY_FILE: '/nowhere/key' })).toThrow(
    'Invalid configuration: MASTER_KEY_FILE: /nowhere/key cannot be read (ENOENT)',
  );
  const empty = writeSecret('\n');
  expect(() => readConfig({ MASTER_KEY_FILE: empty })).toThrow(`MASTER_KEY_FILE: ${empty} is empty`);
  const path = writeSecret('hunter2');
  expect(() => readConfig({ DATABASE_URL_FILE: path })).toThrow(
    /^Invalid configuration: DATABASE_URL: (?!.*hunter2)/,
  );
});

test('an empty name of a file counts as not set', () => {
  expect(readConfig({ DATABASE_URL_FILE: '', DATABASE_URL: '' }).databaseUrl).toBeUndefined();
});
