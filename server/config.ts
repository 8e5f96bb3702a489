import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { username } from '#shared/contracts/account-fields.ts';
import { localEmailOf } from '#shared/contracts/local-email.ts';
import type { S3Settings } from './platform/storage/s3-store.ts';

/** Digits alone: a number's other spellings (`1e3`, a space for 0) are slips more often than meant. */
const wholeNumber = (least: number, most: number) => {
  const hint = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, hint)
    .transform(Number)
    .refine((value) => value >= least && value <= most, hint);
};
/** An address, a network (`10.0.0.0/8`), or a range that fastify knows by name. */
function isProxy(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  if (prefix === undefined) return true;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}
const proxies = z
  .string()
  .refine(
    (list) => list.split(',').every((entry) => isProxy(entry.trim())),
    'must be addresses of proxies, such as 10.0.0.1, 10.0.0.0/8',
  );
const url = (protocols: RegExp, hint: string) => z.url({ protocol: protocols, error: hint });

/** `room@example.com` or `Deal Room <room@example.com>`: one address, and nothing that could begin another header. */
const sender = z.string().refine((text) => {
  const [, address = text] = /^[^<>"@,;:\\\p{Cc}]+<([^<>]+)>$/u.exec(text) ?? [];
  return z.email().safeParse(address).success;
}, 'must be an address such as room@example.com or Deal Room <room@example.com>');

/** What may stand in the environment; everything is optional. An empty value counts as absent. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: url(/^https?$/, 'must begin with http:// or https://').optional(),
  ADMIN_USERNAME: username.default('admin'),
  ADMIN_EMAIL: localEmailOf('must be an e-mail address').default('admin@localhost'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must begin with postgres://').optional(),
  S3_ENDPOINT: url(/^https?$/, 'must begin with http:// or https://').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MASTER_KEY: z.string().optional(),
  SMTP_URL: url(/^smtps?$/, 'must begin with smtp:// or smtps://').optional(),
  MAIL_FROM: sender.optional(),
  TRUST_PROXY: proxies.optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 256).optional(),
  UPLOAD_CEILING_MB: wholeNumber(1, 100_000).default(100),
  TRASH_DAYS: wholeNumber(1, 3650).default(30),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  /** Under https: Secure cookies with the `__Host-` prefix, and HSTS. */
  secure: boolean;
  firstAdmin: { username: string; email: string; password: string | undefined };
  databaseUrl: string | undefined;
  s3: S3Settings | undefined;
  masterKey: string | undefined;
  /** Without it mails are written and kept, and the links in them shown. */
  mail: { smtpUrl: string; from: string } | undefined;
  trustProxy: string | undefined;
  /** Raises the least length of new passwords. */
  passwordMinLength: number;
  uploadCeilingMb: number;
  /** How long deleted things can be restored. */
  trashDays: number;
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
}

function s3Of(values: z.infer<typeof environment>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    // Otherwise files that were meant for the bucket would be kept here, unnoticed.
    if ((endpoint ?? accessKeyId ?? secretAccessKey) !== undefined) {
      throw new Error('S3_BUCKET is not set, but other names with S3_ are');
    }
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) };
}

function mailOf({ SMTP_URL: smtpUrl, MAIL_FROM: from }: z.infer<typeof environment>): Config['mail'] {
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl === undefined) throw new Error('MAIL_FROM is set, but SMTP_URL is not');
  if (from === undefined) throw new Error('SMTP_URL needs MAIL_FROM, the address that mails come from');
  return { smtpUrl, from };
}

/** Reads the environment once. A bad value is an error whose message names it in one line. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment can't be used: ${problems.join('; ')}`);
  }
  const values = parsed.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    firstAdmin: {
      username: values.ADMIN_USERNAME,
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
    },
    databaseUrl: values.DATABASE_URL,
    s3: s3Of(values),
    masterKey: values.MASTER_KEY,
    mail: mailOf(values),
    trustProxy: values.TRUST_PROXY,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 0,
    uploadCeilingMb: values.UPLOAD_CEILING_MB,
    trashDays: values.TRASH_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}
