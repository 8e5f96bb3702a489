import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openServices } from './open-services.ts';

const WEB_DIRECTORY = join(import.meta.dirname, '..', '..', 'web', 'dist');
/** However it goes, the process ends this long after Ctrl-C. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** At `trace` the form parser logs a request's headers, cookie included; PostgreSQL's details quote whole rows. */
const REDACTED_PATHS = ['busboyOptions.headers', 'err.detail'];

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  // Whatever this process writes is its account's alone.
  process.umask(0o077);
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, redact: { paths: REDACTED_PATHS, remove: true } });
  const opened = await openServices(config, logger);
  const app = await createApp(opened, { webDirectory: WEB_DIRECTORY, logger });
  const { firstAdministrator } = await app.start();
  // Before anything else can fail: nobody could ever sign in if this were made and not shown.
  if (firstAdministrator) {
    const { username, password } = firstAdministrator;
    printLine(
      password === undefined
        ? `Sign in as ${username} with the password from ADMIN_PASSWORD.`
        : `Sign in as ${username} with the password ${password} (shown only this once).`,
    );
  }
  app.startBackgroundWork();
  if (config.onlineOfficeViewer) {
    printLine(
      'OFFICE_ONLINE_VIEWER is on: Office files can be sent to Microsoft by whoever may download them.',
    );
  }
  const { host, port, publicUrl } = config;
  const address = await app.http.listen({ host, port }).catch((cause: Error) => {
    throw new Error(`Cannot listen on HOST and PORT: ${cause.message}`, { cause });
  });

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    printLine('Shutting down …');
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  printLine(`Muniment is ready: ${port === 0 ? address : publicUrl}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Muniment did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
