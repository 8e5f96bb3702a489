import { resolve } from 'node:path';
import { z } from 'zod';
import type { S3Settings } from './platform/storage/s3-store.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const url = (protocols: RegExp, hint: string) => z.url({ protocol: protocols, error: hint });

/** What may stand in the environment; everything is optional. An empty value counts as absent. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: url(/^https?$/, 'must begin with http:// or https://').optional(),
  ADMIN_USERNAME: z.string().min(3).max(50).default('admin'),
  ADMIN_EMAIL: z.string().default('admin@localhost'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must begin with postgres://').optional(),
  S3_ENDPOINT: url(/^https?$/, 'must begin with http:// or https://').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MASTER_KEY: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 256).optional(),
  UPLOAD_CEILING_MB: wholeNumber(1, 100_000).default(100),
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
  trustProxy: string | undefined;
  /** Raises the least length of new passwords. */
  passwordMinLength: number;
  uploadCeilingMb: number;
  logLevel: z.infer<typeof environment>['LOG_LEVEL'];
}

function s3Of(values: z.infer<typeof environment>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    if (endpoint !== undefined) throw new Error('S3_ENDPOINT is set, but S3_BUCKET is not');
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) };
}

/** Reads the environment once. A bad value is an error whose message names it in one line. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment can’t be used: ${problems.join('; ')}`);
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
    trustProxy: values.TRUST_PROXY,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 0,
    uploadCeilingMb: values.UPLOAD_CEILING_MB,
    logLevel: values.LOG_LEVEL,
  };
}
