import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DEFAULTS = {
  roles: { web: true, worker: true, index: true },
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('./data'),
  publicUrl: 'http://localhost:3000',
  publicHostname: undefined,
  secure: false,
  firstAdmin: { username: 'admin', email: 'admin@localhost', password: undefined },
  databaseUrl: undefined,
  databaseLimits: { maxConnections: 10, statementTimeoutMs: 60_000 },
  s3: undefined,
  searchServer: undefined,
  searchMaxPassages: undefined,
  masterKey: undefined,
  mail: undefined,
  identityProvider: undefined,
  answerModel: undefined,
  embeddingModel: undefined,
  embeddingModelDir: undefined,
  trustProxy: undefined,
  passwordMinLength: 0,
  importCeilingMb: 10_240,
  uploadCeilingMb: 100,
  trashDays: 30,
  refusalDays: 365,
  programPath: '',
  onlineOfficeViewer: false,
  allowsDocumentCaching: false,
  logsAuditEntries: false,
  anchorFile: undefined,
  anchorBucket: undefined,
  webhooksAllowPrivate: false,
  virusScanner: undefined,
  endsVirusScanning: false,
  sandbox: 'auto',
  logLevel: 'info',
  shutdown: { delayMs: 0, timeoutMs: 30_000 },
};

const S3 = { S3_BUCKET: 'room', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('an empty environment gives a complete configuration that listens on this machine only', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('empty values count as absent, and unrelated variables are ignored', () => {
  const names = [
    ...['PORT', 'HOST', 'DATA_DIR', 'PUBLIC_URL', 'ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    ...['DATABASE_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ...[
      'MASTER_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'AI_BASE_URL',
      'AI_API_KEY',
      'AI_MODEL',
      'AI_EMBEDDING_MODEL',
      'EMBEDDING_MODEL_DIR',
      'TRUST_PROXY',
      'PASSWORD_MIN_LENGTH',
      'IMPORT_CEILING_MB',
      'UPLOAD_CEILING_MB',
      'LOG_LEVEL',
    ],
  ];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig({ ...empty, HOME: '/root' })).toEqual(DEFAULTS);
});

test('the public URL follows the port, loses its trailing slash, and https makes cookies Secure', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({ PUBLIC_URL: 'https://room.example.test/' })).toMatchObject({
    publicUrl: 'https://room.example.test',
    secure: true,
  });
});

test.for(['http://room.example.test', 'https://localhost', 'https://127.0.0.1:8443', ''])(
  'the online viewer is rejected for a public URL that it cannot reach: %s',
  (address) => {
    expect(() => readConfig({ OFFICE_ONLINE_VIEWER: 'true', PUBLIC_URL: address })).toThrow(
      'OFFICE_ONLINE_VIEWER',
    );
    expect(readConfig({ OFFICE_ONLINE_VIEWER: 'false', PUBLIC_URL: address }).onlineOfficeViewer).toBe(false);
  },
);

test('the online viewer is offered when it is switched on at a public URL', () => {
  const environment = { OFFICE_ONLINE_VIEWER: 'true', PUBLIC_URL: 'https://room.example.test' };
  expect(readConfig(environment).onlineOfficeViewer).toBe(true);
});

test('S3 is used when the bucket and its keys are given', () => {
  expect(readConfig({ ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
    bucket: 'room',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    endpoint: 'http://127.0.0.1:9000',
  });
  expect(readConfig(S3).s3).not.toHaveProperty('endpoint');
});

test.each(['room@example.test', 'Deal Room <room@example.test>', 'Büro Ärzte <room@example.test>'])(
  'mails can be sent from %s',
  (from) => {
    expect(readConfig({ SMTP_URL: 'smtps://u:p@mail.example.test:465', MAIL_FROM: from }).mail).toEqual({
      smtpUrl: 'smtps://u:p@mail.example.test:465',
      from,
    });
  },
);

test.each([
  ['room', 'MAIL_FROM: must be an address'],
  ['a@example.test, b@example.test', 'MAIL_FROM: must be an address'],
  ['Room\r\nBcc: x@example.test <room@example.test>', 'MAIL_FROM: must be an address'],
  ['', 'SMTP_URL requires MAIL_FROM'],
])('mails cannot be sent from %j', (from, problem) => {
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost:25', MAIL_FROM: from })).toThrow(problem);
});

test('a sender without a mail server, and an unsupported mail server, are rejected', () => {
  expect(() => readConfig({ MAIL_FROM: 'room@example.test' })).toThrow(
    'MAIL_FROM is set, but SMTP_URL is not',
  );
  expect(() => readConfig({ SMTP_URL: 'http://localhost', MAIL_FROM: 'room@example.test' })).toThrow(
    'SMTP_URL',
  );
});

test('a model is configured with its server and an optional key', () => {
  const env = { AI_BASE_URL: 'http://127.0.0.1:11434/v1/', AI_MODEL: 'llama3.1:8b' };
  const settings = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.1:8b', apiKey: undefined };
  expect(readConfig(env).answerModel).toEqual(settings);
  expect(readConfig({ ...env, AI_API_KEY: 'sk-1' }).answerModel).toEqual({ ...settings, apiKey: 'sk-1' });
});

test('an embedding model uses the same server, with or without an answer model', () => {
  const env = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_EMBEDDING_MODEL: 'bge-m3' };
  expect(readConfig(env)).toMatchObject({ answerModel: undefined, embeddingModel: { model: 'bge-m3' } });
  expect(readConfig({ ...env, AI_MODEL: 'm' }).answerModel).toMatchObject({ model: 'm' });
});

test('a model folder can be combined with an answer model but not with an embedding model', () => {
  const answering = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm' };
  const both = { ...answering, EMBEDDING_MODEL_DIR: '/srv/e5' };
  expect(readConfig(both)).toMatchObject({ embeddingModelDir: '/srv/e5', embeddingModel: undefined });
  expect(() => readConfig({ ...both, AI_EMBEDDING_MODEL: 'bge-m3' })).toThrow(
    /^EMBEDDING_MODEL_DIR and AI_EMBEDDING_MODEL are both set[^\n]*$/,
  );
});

test.each([
  [{ AI_MODEL: 'm' }, 'AI_BASE_URL is not set'],
  [{ AI_API_KEY: 'k' }, 'AI_BASE_URL is not set'],
  [{ AI_EMBEDDING_MODEL: 'm' }, 'AI_BASE_URL is not set'],
  [{ AI_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'AI_BASE_URL requires AI_MODEL'],
])('an incomplete model configuration is rejected: %j', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});

test.each([
  'ftp://models.test/v1',
  'models.test/v1',
  'https://u:hush-hush@models.test/v1',
  'https://models.test/v1?key=hush-hush',
])('the model server URL %s is rejected without revealing its secrets', (address) => {
  const read = () => readConfig({ AI_BASE_URL: address, AI_MODEL: 'm' });
  expect(read).toThrow('AI_BASE_URL');
  expect(read).not.toThrow(/hush-hush/);
});

test.each(['10.0.0.1', '10.0.0.0/8, 192.168.1.1', '::1', 'fd00::/8', 'loopback,uniquelocal'])(
  'proxies can be configured as %s',
  (list) => {
    expect(readConfig({ TRUST_PROXY: list }).trustProxy).toBe(list);
  },
);

test.each([
  ['PORT', 'http', /whole number from 0 to 65535/],
  ['PORT', '65536', /whole number from 0 to 65535/],
  ['PORT', '-1', /whole number/],
  ['PORT', '80.5', /whole number/],
  ['PORT', '1e3', /whole number/],
  ['PORT', ' ', /whole number/],
  ['PUBLIC_URL', 'room.example.test', /http:\/\/ or https:\/\//],
  ['PUBLIC_URL', 'ftp://room.example.test', /http:\/\/ or https:\/\//],
  ['PUBLIC_URL', 'https://example.test/room', /without credentials, path or query/],
  ['PUBLIC_URL', 'https://me:pw@example.test', /without credentials, path or query/],
  ['PUBLIC_URL', 'https://example.test/?x=1', /without credentials, path or query/],
  ['ADMIN_USERNAME', 'al', /at least 3 characters/],
  ['ADMIN_USERNAME', 'the  administrator', /letters, digits, symbols and single spaces/],
  ['ADMIN_USERNAME', 'admin\ufe0f', /invisible characters/],
  ['ADMIN_EMAIL', 'admin', /an email address/],
  ['ADMIN_EMAIL', 'admin@example.test\nBcc: all@example.test', /an email address/],
  ['ADMIN_PASSWORD', 'short', /at least 8 characters/],
  ['ADMIN_PASSWORD', 'x'.repeat(257), /256/],
  ['DATABASE_URL', 'mysql://localhost/room', /postgres:\/\//],
  ['DATABASE_URL', 'room.db', /postgres:\/\//],
  ['S3_ENDPOINT', '127.0.0.1:9000', /http:\/\/ or https:\/\//],
  ['TRUST_PROXY', 'true', /list of proxy addresses/],
  ['TRUST_PROXY', '1', /list of proxy addresses/],
  ['TRUST_PROXY', '10.0.0.1;10.0.0.2', /list of proxy addresses/],
  ['TRUST_PROXY', '10.0.0.0/33', /list of proxy addresses/],
  ['TRUST_PROXY', '10.0.0.0/0', /list of proxy addresses/],
  ['TRUST_PROXY', '10.0.0.0/8/8', /list of proxy addresses/],
  ['TRUST_PROXY', '10.0.0.1,', /list of proxy addresses/],
  ['PASSWORD_MIN_LENGTH', '5', /whole number from 6 to 256/],
  ['PASSWORD_MIN_LENGTH', '257', /whole number from 6 to 256/],
  ['IMPORT_CEILING_MB', '0', /whole number from 1 to 1000000/],
  ['UPLOAD_CEILING_MB', '0', /whole number from 1 to 100000/],
  ['UPLOAD_CEILING_MB', '100001', /whole number from 1 to 100000/],
  ['AI_API_KEY', 'two words', /without spaces/],
  ['AI_API_KEY', 'two\r\nlines: 1', /without spaces/],
  ['AI_MODEL', 'two\nlines', /visible characters/],
  ['LOG_LEVEL', 'loud', /trace/],
])('%s=%s is rejected in one line that names it', (name, value, reason) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(reason);
  expect(read).toThrow(new RegExp(`^Invalid configuration: ${name}: [^\n]+$`));
});

test.each([
  ['S3_BUCKET', { S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  ['S3_BUCKET', { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }],
  ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'room' }],
  ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'room', S3_ACCESS_KEY_ID: 'id' }],
])('an S3 configuration without %s is rejected', (missing, env) => {
  expect(() => readConfig(env)).toThrow(missing);
});

test.each(['warn', 'silent'])(
  'AUDIT_TO_LOG with LOG_LEVEL=%s, which would drop the entries, is rejected',
  (LOG_LEVEL) => {
    expect(() => readConfig({ AUDIT_TO_LOG: 'true', LOG_LEVEL })).toThrow(/AUDIT_TO_LOG requires LOG_LEVEL/);
    expect(readConfig({ AUDIT_TO_LOG: 'false', LOG_LEVEL }).logsAuditEntries).toBe(false);
    expect(readConfig({ AUDIT_TO_LOG: 'true', LOG_LEVEL: 'debug' }).logsAuditEntries).toBe(true);
  },
);

test('all invalid values are reported at once, without secrets', () => {
  const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'y', ADMIN_PASSWORD: 'hunter2' });
  expect(read).toThrow(/PORT: .+; ADMIN_PASSWORD: .+; LOG_LEVEL: /);
  expect(read).not.toThrow(/hunter2/);
});

test('sign-in through a company needs all of its settings, and an issuer with https', () => {
  const env = {
    PUBLIC_URL: 'https://room.example.com',
    OIDC_ISSUER: 'https://id.example.com/realm',
    OIDC_CLIENT_ID: 'muniment',
    OIDC_CLIENT_SECRET: 'secret',
  };
  expect(readConfig(env).identityProvider).toEqual({
    issuer: 'https://id.example.com/realm',
    clientId: 'muniment',
    clientSecret: 'secret',
  });
  const loopback = { ...env, OIDC_ISSUER: 'http://localhost:8080' };
  expect(readConfig(loopback).identityProvider?.issuer).toBe('http://localhost:8080');
  for (const OIDC_ISSUER of [
    'http://id.example.com',
    'https://a:b@id.example.com',
    'https://id.example.com?a',
  ])
    expect(() => readConfig({ ...env, OIDC_ISSUER })).toThrow('OIDC_ISSUER');
  expect(() => readConfig({ ...env, OIDC_CLIENT_SECRET: '' })).toThrow('need each other');
  expect(() => readConfig({ ...env, PUBLIC_URL: '' })).toThrow('OIDC_ISSUER requires PUBLIC_URL');
});

test('the virus scanner is a path or host and port', () => {
  const read = (value: string) => readConfig({ CLAMD_SOCKET: value }).virusScanner;
  expect(read('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(read('clamd.internal:3310')).toEqual({ host: 'clamd.internal', port: 3310 });
  expect(read('[::1]:3310')).toEqual({ host: '::1', port: 3310 });
  for (const wrong of [
    'clamd',
    'clamd:',
    ':3310',
    'clamd:0',
    'clamd:70000',
    'run/clamd.ctl',
    'tcp://clamd:3310',
  ])
    expect(() => read(wrong)).toThrow('CLAMD_SOCKET');
  expect(readConfig({ CLAMD_SOCKET: 'off' })).toMatchObject({
    virusScanner: undefined,
    endsVirusScanning: true,
  });
});
