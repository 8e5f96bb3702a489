import { resolve } from 'node:path';
import type { IdentityProviderSettings } from '#server/engines/identity/identity-provider.ts';
import type { ModelSettings } from '#server/engines/models/model-engine.ts';
import type { S3Settings } from '#server/engines/storage/object-storage.ts';
import type { TelemetrySettings } from '#server/engines/telemetry/open-telemetry.ts';
import type { ScannerAddress } from '#server/engines/viruses/virus-scanner.ts';
import { type Environment, environment } from './environment.ts';
import { readModelDirectory, readModelSettings } from './read-model-settings.ts';
import { readOnlineViewerSetting } from './read-online-viewer-setting.ts';
import { type Roles, readRoles } from './read-roles.ts';
import { readAnchorBucket, readS3Settings } from './read-s3-settings.ts';
import { readSearchSettings, type SearchSettings } from './read-search-settings.ts';
import { readSecretFiles } from './read-secret-files.ts';
import { readTelemetrySettings } from './read-telemetry-settings.ts';

/** Limits of one process's PostgreSQL connections. */
export interface DatabaseLimits {
  readonly maxConnections: number;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
}

export interface ShutdownTimes {
  /** Requests are still accepted for this time, until load balancers have noticed that the node is not ready. */
  readonly delayMs: number;
  /** After this time requests that are still running are cut off. */
  readonly timeoutMs: number;
}

export interface Config extends SearchSettings {
  /** Tasks of this process; all by default. */
  roles: Roles;
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  /** Served over https: Secure cookies with the `__Host-` prefix, and HSTS. */
  secure: boolean;
  /** The host name that requests must name; absent unless `PUBLIC_URL` is set. */
  publicHostname: string | undefined;
  firstAdmin: { username: string; email: string; password: string | undefined };
  databaseUrl: string | undefined;
  databaseLimits: DatabaseLimits;
  s3: S3Settings | undefined;
  masterKey: string | undefined;
  masterKeyCommand: string | undefined;
  /** If absent, mails are written to the outbox only and their links are shown in the interface. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** The company's service that signs people in (OpenID Connect). */
  identityProvider: IdentityProviderSettings | undefined;
  /** If absent, answers are verbatim passages of the documents. */
  answerModel: ModelSettings | undefined;
  /** If absent, search computes its own vectors for each question. */
  embeddingModel: ModelSettings | undefined;
  /** A folder with a model that computes embeddings on this machine. */
  embeddingModelDir: string | undefined;
  trustProxy: string | undefined;
  /** Raises the minimum length of new passwords. */
  passwordMinLength: number;
  uploadCeilingMb: number;
  /** The maximum of the sources of an import together, and of what they unpack to. */
  importCeilingMb: number;
  /** The days during which deleted items can be restored, and the audit log keeps the content of refused calls. */
  trashDays: number;
  refusalDays: number;
  /** The folders, in the format of PATH, in which system programs are looked up. */
  programPath: string;
  /** The program that recognizes text in images; looked up when absent, disabled when 'off'. */
  tesseractPath: string | undefined;
  /** Allows showing Office files in an external viewer, which fetches them from this server. */
  onlineOfficeViewer: boolean;
  /** Lets browsers keep documents, which they ask for again before they show them. */
  allowsDocumentCaching: boolean;
  /** Writes each committed entry of the audit log to the server's log too, for a collector. */
  logsAuditEntries: boolean;
  /** The daemon that scans new content for viruses; nothing is scanned without it. */
  virusScanner: ScannerAddress | undefined;
  /** Ends the scanning of an installation that scanned before. */
  endsVirusScanning: boolean;
  /** `require` refuses to start where documents cannot be processed in Linux namespaces. */
  sandbox: 'auto' | 'require';
  /** Lets scrapers read the metrics from other machines. */
  metricsToken: string | undefined;
  /** The collector of traces and metrics; nothing is sent without one. */
  telemetry: TelemetrySettings | undefined;
  /** A file to which signed tree heads can be appended, such as on a disk that is written once. */
  anchorFile: string | undefined;
  /** A bucket in which signed tree heads can be kept, best with object lock. */
  anchorBucket: S3Settings | undefined;
  /** Lets webhooks and requests for time stamps go to private IP addresses, such as receivers in the same network. */
  webhooksAllowPrivate: boolean;
  logLevel: Environment['LOG_LEVEL'];
  shutdown: ShutdownTimes;
}

function readMailSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Environment): Config['mail'] {
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl === undefined) throw new Error('MAIL_FROM is set, but SMTP_URL is not');
  if (from === undefined) throw new Error('SMTP_URL requires MAIL_FROM, the sender address');
  return { smtpUrl, from };
}

function readIdentityProvider(values: Environment): Config['identityProvider'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if ((issuer ?? clientId ?? clientSecret) === undefined) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need each other');
  // The provider sends browsers back there, and to no other address.
  if (values.PUBLIC_URL === undefined) throw new Error('OIDC_ISSUER requires PUBLIC_URL');
  return { issuer, clientId, clientSecret };
}

function readMasterKeySettings({
  MASTER_KEY: masterKey,
  MASTER_KEY_COMMAND: masterKeyCommand,
}: Environment): Pick<Config, 'masterKey' | 'masterKeyCommand'> {
  if (masterKey !== undefined && masterKeyCommand !== undefined)
    throw new Error('MASTER_KEY and MASTER_KEY_COMMAND are both set; set only one of them');
  return { masterKey, masterKeyCommand };
}

function readAuditToLog({ AUDIT_TO_LOG: wanted, LOG_LEVEL: level }: Environment): boolean {
  // Otherwise an operator who relies on the collector would find it empty.
  if (wanted === 'true' && !['info', 'debug', 'trace'].includes(level))
    throw new Error('AUDIT_TO_LOG requires LOG_LEVEL info, debug or trace');
  return wanted === 'true';
}

function parseEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.entries(readSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid configuration: ${problems.join('; ')}`);
}

/** Reads the environment once. An invalid value throws an error whose one-line message names it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = parseEnvironment(env);
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    roles: readRoles(values),
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    publicUrl,
    publicHostname: values.PUBLIC_URL && new URL(values.PUBLIC_URL).hostname,
    secure: publicUrl.startsWith('https:'),
    firstAdmin: {
      username: values.ADMIN_USERNAME,
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
    },
    databaseUrl: values.DATABASE_URL,
    databaseLimits: {
      maxConnections: values.DATABASE_POOL_SIZE,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    },
    s3: readS3Settings(values),
    ...readSearchSettings(values),
    ...readMasterKeySettings(values),
    mail: readMailSettings(values),
    identityProvider: readIdentityProvider(values),
    ...readModelSettings(values),
    embeddingModelDir: readModelDirectory(values),
    trustProxy: values.TRUST_PROXY,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 0,
    uploadCeilingMb: values.UPLOAD_CEILING_MB,
    importCeilingMb: values.IMPORT_CEILING_MB,
    trashDays: values.TRASH_DAYS,
    refusalDays: values.REFUSAL_DAYS,
    programPath: values.PATH,
    tesseractPath: values.TESSERACT_PATH,
    virusScanner: values.CLAMD_SOCKET === 'off' ? undefined : values.CLAMD_SOCKET,
    endsVirusScanning: values.CLAMD_SOCKET === 'off',
    sandbox: values.SANDBOX,
    onlineOfficeViewer: readOnlineViewerSetting(values),
    allowsDocumentCaching: values.ALLOW_DOCUMENT_CACHING === 'true',
    logsAuditEntries: readAuditToLog(values),
    metricsToken: values.METRICS_TOKEN,
    telemetry: readTelemetrySettings(values),
    anchorFile: values.ANCHOR_FILE === undefined ? undefined : resolve(values.ANCHOR_FILE),
    anchorBucket: readAnchorBucket(values),
    webhooksAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
    logLevel: values.LOG_LEVEL,
    shutdown: {
      delayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
      timeoutMs: values.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    },
  };
}
