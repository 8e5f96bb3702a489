import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings that are secrets, or contain one. Each can be given as the path of a file in NAME_FILE. */
export const SECRET_NAMES = [
  'ADMIN_PASSWORD',
  'AI_API_KEY',
  'DATABASE_URL',
  'MASTER_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ANCHOR_S3_ACCESS_KEY_ID',
  'ANCHOR_S3_SECRET_ACCESS_KEY',
  'SEARCH_PASSWORD',
  'SMTP_URL',
] as const;

/**
 * Replaces each NAME_FILE by the NAME that its file contains, as container platforms hand out secrets. The line break at the end
 * of the file is not part of the secret. Throws an error that names the variable, never the content.
 */
export function readSecretFiles(env: Variables): Variables {
  const values: Record<string, string | undefined> = { ...env };
  for (const name of SECRET_NAMES) {
    const path = env[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((env[name] ?? '') !== '')
      throw new Error(`Invalid configuration: ${name} and ${name}_FILE are both set; set only one of them`);
    values[name] = readSecret(`${name}_FILE`, path);
  }
  return values;
}

function readSecret(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException; // readFileSync throws errors of the system
    throw new Error(`Invalid configuration: ${variable}: ${path} cannot be read (${code})`, { cause });
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`Invalid configuration: ${variable}: ${path} is empty`);
  return secret;
}
