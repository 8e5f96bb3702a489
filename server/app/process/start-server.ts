import { join } from 'node:path';
import { type Logger, pino, stdSerializers } from 'pino';
import { withSourcePositions } from '#server/engines/programs/source-positions.ts';
import { prepareChildProcesses } from '#server/engines/sandbox/sandbox.ts';
import { traceOfLogLine } from '#server/engines/telemetry/tracing.ts';
import { type App, createApp } from '../app.ts';
import { readConfig, type ShutdownTimes } from '../config.ts';
import { describeFailure } from '../errors.ts';
import { openServices } from '../open-services.ts';
import { describePlainConnections } from '../plain-connections.ts';
import { listRoles } from '../read-roles.ts';
import { releaseIdleMemory } from './release-idle-memory.ts';

const WEB_DIRECTORY = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
/** At Ctrl-C somebody waits at the terminal. */
const INTERRUPT_TIMES: ShutdownTimes = { delayMs: 0, timeoutMs: 5_000 };
/** For jobs that end late and for closing the database. The process ends afterwards, whatever still runs. */
const EXIT_TIMEOUT_MS = 5_000;

/**
 * At `trace` the form parser logs the headers of a request, cookie included; PostgreSQL's details quote whole
 * rows.
 */
const REDACTED_PATHS = ['busboyOptions.headers', 'err.detail'];

const SANDBOX_LINES = {
  namespaces: 'Sandbox: documents are processed in Linux namespaces, without network.',
  permissions:
    'Sandbox: documents are processed without Linux user namespaces, so a malicious one may reach the network (see SANDBOX in docs/configuration.md).',
} as const;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  // Files that this process writes are readable only by its own account.
  process.umask(0o077);
  // This comes before the process uses more memory.
  await prepareChildProcesses();
  const config = readConfig(process.env);
  const logger = pino({
    level: config.logLevel,
    redact: { paths: REDACTED_PATHS, remove: true },
    mixin: traceOfLogLine,
    serializers: { err: serializeError },
  });
  const opened = await openServices(config, logger);
  const app = await createApp(opened, { webDirectory: WEB_DIRECTORY, logger });
  const { firstAdministrator } = await app.start();
  // This comes before anything else can fail: nobody could sign in if this account were created and not shown.
  if (firstAdministrator) printLine(describeFirstSignIn(firstAdministrator));
  app.startBackgroundWork();
  for (const line of describeSettings(app.services)) printLine(line);
  const { host, port, publicUrl } = config;
  const address = await app.http.listen({ host, port }).catch((cause: Error) => {
    throw new Error(`Cannot listen on HOST and PORT: ${cause.message}`, { cause });
  });

  releaseIdleMemory();

  stopOnSignals(app, logger);

  printLine(`Muniment is ready: ${port === 0 ? address : publicUrl}`);
}

/** Describes an error as pino does, with the positions in the sources, which are not what runs. */
function serializeError(error: Error): unknown {
  // Anything can be thrown, and what is no error stays what it is.
  const described: Partial<ReturnType<typeof stdSerializers.err>> | null | undefined =
    stdSerializers.err(error);
  if (typeof described?.stack !== 'string') return described;
  return { ...described, stack: withSourcePositions(described.stack) };
}

function describeFirstSignIn({
  username,
  password,
}: {
  username: string;
  password?: string | undefined;
}): string {
  return password === undefined
    ? `Sign in as ${username} with the password from ADMIN_PASSWORD.`
    : `Sign in as ${username} with the password ${password} (shown only this once).`;
}

/** Returns a line for each setting with consequences that an operator should know. */
function describeSettings({ config, sandboxLevel }: App['services']): string[] {
  const { roles, onlineOfficeViewer } = config;
  return [
    ...(roles.web && roles.worker ? [] : [`Roles: ${listRoles(roles).join(', ')}.`]),
    SANDBOX_LINES[sandboxLevel],
    ...(onlineOfficeViewer
      ? ['OFFICE_ONLINE_VIEWER is on: Office files can be sent to Microsoft by anyone who may download them.']
      : []),
    ...describePlainConnections(config),
  ];
}

function stopOnSignals(app: App, logger: Logger): void {
  const { shutdown } = app.services.config;
  let stopping = false;
  const stop = (times: ShutdownTimes): void => {
    if (stopping) return;
    stopping = true;
    printLine('Shutting down …');
    setTimeout(() => process.exit(0), times.delayMs + times.timeoutMs + EXIT_TIMEOUT_MS).unref();
    app.stop(times).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop(INTERRUPT_TIMES));
  process.on('SIGTERM', () => stop(shutdown));
  // `npm start` holds the other end of this channel: a server that outlived it would keep the port and the folder.
  if (process.channel) process.once('disconnect', () => stop(shutdown));
}

// Node prints the stack of an uncaught error before it ends the process.
process.on('uncaughtExceptionMonitor', (error) => {
  if (error instanceof Error && error.stack) error.stack = withSourcePositions(error.stack);
});

main().catch((error: unknown) => {
  process.stderr.write(`Muniment did not start: ${describeFailure(error)}\n`);
  process.exit(1);
});
