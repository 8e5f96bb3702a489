import { resolve } from 'node:path';
import type { ModelSettings } from '#server/engines/models/model-engine.ts';
import type { S3Settings } from '#server/engines/storage/object-storage.ts';
import { type Environment, environment } from './environment.ts';

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
  /** Without it answers are what the documents say, word for word. */
  answerModel: ModelSettings | undefined;
  /** Without it search makes vectors of its own for each question. */
  embeddingModel: ModelSettings | undefined;
  /** A folder with a model that makes them on this machine. */
  embeddingModelDir: string | undefined;
  trustProxy: string | undefined;
  /** Raises the least length of new passwords. */
  passwordMinLength: number;
  uploadCeilingMb: number;
  /** How long deleted things can be restored. */
  trashDays: number;
  /** The folders, as in PATH, in which programs of this machine are looked for. */
  programPath: string;
  /** The program that recognises words in pictures; without it one is looked for, 'off' does without. */
  tesseractPath: string | undefined;
  /** Office files may be shown by an external viewer, which fetches them: they leave the room. */
  onlineOfficeViewer: boolean;
  logLevel: Environment['LOG_LEVEL'];
}

function readS3Settings(values: Environment): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    // Otherwise files that were meant for the bucket would be kept here, unnoticed.
    if ((endpoint ?? accessKeyId ?? secretAccessKey) !== undefined) {
      throw new Error('S3_BUCKET is not set, but other S3_ settings are');
    }
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) };
}

function readMailSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Environment): Config['mail'] {
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl === undefined) throw new Error('MAIL_FROM is set, but SMTP_URL is not');
  if (from === undefined) throw new Error('SMTP_URL requires MAIL_FROM, the sender address');
  return { smtpUrl, from };
}

function readModelSettings(values: Environment): Pick<Config, 'answerModel' | 'embeddingModel'> {
  const {
    AI_BASE_URL: baseUrl,
    AI_API_KEY: apiKey,
    AI_MODEL: answering,
    AI_EMBEDDING_MODEL: embedding,
  } = values;
  if (baseUrl === undefined) {
    if ((apiKey ?? answering ?? embedding) !== undefined)
      throw new Error('AI_BASE_URL is not set, but other AI_ settings are');
    return { answerModel: undefined, embeddingModel: undefined };
  }
  if ((answering ?? embedding) === undefined)
    throw new Error('AI_BASE_URL requires AI_MODEL or AI_EMBEDDING_MODEL');
  const named = (model: string | undefined) =>
    model === undefined ? undefined : { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model };
  return { answerModel: named(answering), embeddingModel: named(embedding) };
}

function readOnlineViewerSetting({ OFFICE_ONLINE_VIEWER: wanted, PUBLIC_URL: address }: Environment) {
  if (wanted === 'false') return false;
  const { protocol, hostname } = new URL(address ?? 'http://localhost');
  if (protocol !== 'https:' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname)) {
    throw new Error(
      'OFFICE_ONLINE_VIEWER requires a public https:// PUBLIC_URL from which the viewer can fetch files',
    );
  }
  return true;
}

function readModelDirectory({ EMBEDDING_MODEL_DIR: directory, AI_EMBEDDING_MODEL: model }: Environment) {
  if (directory === undefined) return undefined;
  // Whoever wants nothing to leave the machine must not find out later that it did.
  if (model !== undefined)
    throw new Error('EMBEDDING_MODEL_DIR and AI_EMBEDDING_MODEL are both set; set only one of them');
  return resolve(directory);
}

/** Reads the environment once. A bad value is an error whose message names it in one line. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Invalid configuration: ${problems.join('; ')}`);
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
    s3: readS3Settings(values),
    masterKey: values.MASTER_KEY,
    mail: readMailSettings(values),
    ...readModelSettings(values),
    embeddingModelDir: readModelDirectory(values),
    trustProxy: values.TRUST_PROXY,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 0,
    uploadCeilingMb: values.UPLOAD_CEILING_MB,
    trashDays: values.TRASH_DAYS,
    programPath: values.PATH,
    tesseractPath: values.TESSERACT_PATH,
    onlineOfficeViewer: readOnlineViewerSetting(values),
    logLevel: values.LOG_LEVEL,
  };
}
