import { isIP } from 'node:net';
import { z } from 'zod';
import type { ScannerAddress } from '#server/engines/viruses/virus-scanner.ts';
import { username } from '#shared/contracts/fields/account-fields.ts';
import { emailOrLocalhostField } from '#shared/contracts/fields/email-or-localhost.ts';

/** Accepts digits only: other spellings of a number (`1e3`, a space for 0) are usually mistakes. */
const integerText = (min: number, max: number) => {
  const hint = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, hint)
    .transform(Number)
    .refine((value) => value >= min && value <= max, hint);
};
/** Accepts an address, a network (`10.0.0.0/8`), or a range that Fastify knows by name. */
function isProxy(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  if (prefix === undefined) return true;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}
const proxyList = z
  .string()
  .refine(
    (list) => list.split(',').every((entry) => isProxy(entry.trim())),
    'must be a comma-separated list of proxy addresses or networks, such as 10.0.0.1, 10.0.0.0/8',
  );
const url = (protocols: RegExp, hint: string) => z.url({ protocol: protocols, error: hint });

/**
 * Accepts `room@example.com` or `Deal Room <room@example.com>`: one address, and nothing that could begin
 * another header.
 */
const senderAddress = z.string().refine((text) => {
  const [, address = text] = /^[^<>"@,;:\\\p{Cc}]+<([^<>]+)>$/u.exec(text) ?? [];
  return z.email().safeParse(address).success;
}, 'must be an address such as room@example.com or Deal Room <room@example.com>');

/** Rejects URLs with credentials or a query, to which paths cannot be appended and which would be shown to users. */
const serverUrl = (example: string) =>
  url(/^https?$/, 'must begin with http:// or https://').refine((text) => {
    const address = URL.parse(text);
    return address === null || !(address.username || address.password || address.search || address.hash);
  }, `must be a URL without credentials, query or fragment, such as ${example}`);
const modelServerUrl = serverUrl('http://127.0.0.1:11434/v1');
const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number);
/** Rejects keys that are invalid in a header, for which fetch would throw a message that repeats them. */
const apiKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be printable ASCII characters without spaces');
const modelName = z.string().regex(/^\P{C}{1,200}$/u, 'must have 1 to 200 visible characters');

/** The tokens of people go there: only https, or this machine. */
const issuerUrl = url(/^https?$/, 'must begin with https://').refine((text) => {
  const address = URL.parse(text);
  if (address === null || address.username || address.password || address.search || address.hash)
    return false;
  return address.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
}, 'must be a URL that begins with https://, without credentials, query or fragment');

/** `off`, a path, or a host name or address (IPv6 in brackets) with a port. */
const CLAMD_ADDRESS = /^(?:off|\/.{1,106}|(?:[\w.-]{1,253}|\[[\da-fA-F:.]+\]):\d{1,5})$/;

/** Reads such an address; a port beyond the range stays one that the schema refuses. */
function readScannerAddress(text: string): ScannerAddress | 'off' {
  if (text === 'off') return text;
  if (text.startsWith('/')) return { path: text };
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(text.slice(at + 1)) };
}

const hasPort = (address: ScannerAddress | 'off'): boolean =>
  address === 'off' || 'path' in address || (address.port >= 1 && address.port <= 65_535);

/** Tells whether a URL names a server only. What is no URL is refused as such. */
function isOrigin(text: string): boolean {
  const parsed = URL.parse(text);
  if (!parsed) return true;
  const { username, password, search, hash, pathname } = parsed;
  return !(username || password || search || hash) && pathname === '/';
}

/** The name and the password have settings of their own, which are never shown. */
const searchServerUrl = url(/^https?$/, 'must begin with http:// or https://').refine(
  isOrigin,
  'must be a URL without credentials, path or query, such as https://search.example.com:9200',
);

/** Links in mails begin with it. */
const publicUrl = url(/^https?$/, 'must begin with http:// or https://').refine(
  isOrigin,
  'must be a URL without credentials, path or query, such as https://room.example.com',
);

/** The environment variables; all are optional. An empty value counts as absent. */
export const environment = z.object({
  PORT: integerText(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: publicUrl.optional(),
  ADMIN_USERNAME: username.default('admin'),
  ADMIN_EMAIL: emailOrLocalhostField('must be an email address').default('admin@localhost'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must begin with postgres://').optional(),
  DATABASE_POOL_SIZE: integerText(2, 500).default(10),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: integerText(0, 86_400).default(60),
  S3_ENDPOINT: url(/^https?$/, 'must begin with http:// or https://').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SEARCH_URL: searchServerUrl.optional(),
  SEARCH_MAX_PASSAGES: integerText(1_000, 16_000_000).optional(),
  SEARCH_USERNAME: z.string().max(256).optional(),
  SEARCH_PASSWORD: z.string().max(1000).optional(),
  SEARCH_CA_FILE: z.string().optional(),
  SEARCH_INDEX_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be up to 63 lowercase letters, digits and hyphens')
    .default('muniment'),
  MASTER_KEY: z.string().optional(),
  MASTER_KEY_COMMAND: z.string().optional(),
  SMTP_URL: url(/^smtps?$/, 'must begin with smtp:// or smtps://').optional(),
  MAIL_FROM: senderAddress.optional(),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().max(1000).optional(),
  OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  AI_BASE_URL: modelServerUrl.optional(),
  AI_API_KEY: apiKey.optional(),
  AI_MODEL: modelName.optional(),
  AI_EMBEDDING_MODEL: modelName.optional(),
  EMBEDDING_MODEL_DIR: z.string().optional(),
  TRUST_PROXY: proxyList.optional(),
  PASSWORD_MIN_LENGTH: integerText(6, 256).optional(),
  IMPORT_CEILING_MB: integerText(1, 1_000_000).default(10_240),
  UPLOAD_CEILING_MB: integerText(1, 100_000).default(100),
  TRASH_DAYS: integerText(1, 3650).default(30),
  REFUSAL_DAYS: integerText(7, 3650).default(365),
  PATH: z.string().default(''),
  TESSERACT_PATH: z.string().optional(),
  CLAMD_SOCKET: z
    .string()
    .regex(CLAMD_ADDRESS, 'must be the path of a socket, such as /run/clamav/clamd.ctl, host:port, or off')
    .transform(readScannerAddress)
    .refine(hasPort, 'must have a port from 1 to 65535')
    .optional(),
  SANDBOX: z.enum(['auto', 'require']).default('auto'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,1000}$/, 'must be 16 or more printable ASCII characters without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl('http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json, the only protocol').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: integerText(1_000, 3_600_000).default(60_000),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  ROLES: z.string().optional(),
  ANCHOR_FILE: z.string().optional(),
  ANCHOR_S3_BUCKET: z.string().optional(),
  ANCHOR_S3_ENDPOINT: url(/^https?$/, 'must begin with http:// or https://').optional(),
  ANCHOR_S3_REGION: z.string().optional(),
  ANCHOR_S3_ACCESS_KEY_ID: z.string().optional(),
  ANCHOR_S3_SECRET_ACCESS_KEY: z.string().optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  ALLOW_DOCUMENT_CACHING: z.enum(['true', 'false']).default('false'),
  AUDIT_TO_LOG: z.enum(['true', 'false']).default('false'),
  OFFICE_ONLINE_VIEWER: z.enum(['true', 'false']).default('false'),
  SHUTDOWN_DELAY_SECONDS: integerText(0, 600).default(0),
  SHUTDOWN_TIMEOUT_SECONDS: integerText(1, 3_600).default(30),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environment>;
