import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/app/config.ts';

interface CommandOptions<Flag extends string> {
  /** As it is typed, for whoever types it wrongly. */
  usage: string;
  /** Names of things that come without a `--`. */
  positionals: number;
  flags: readonly Flag[];
}

interface Command<Flag extends string> {
  config: Config;
  positionals: string[];
  flags: Record<Flag, boolean>;
  /** Ends the work at Ctrl-C, so that it can clear away what it began. */
  signal: AbortSignal;
  /** To standard output. */
  print(line: string): void;
  /** How far it is, on a terminal; nothing elsewhere. */
  progress(): void;
}

const PROGRESS_INTERVAL_MS = 200;

/** Runs an operator's command: its exit code is 0 when `work` says that all is well, and an error is one line. */
export async function runCommand<Flag extends string>(
  { usage, positionals: expected, flags }: CommandOptions<Flag>,
  work: (command: Command<Flag>) => Promise<boolean>,
): Promise<void> {
  // Whatever it writes is its account's alone.
  process.umask(0o077);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error('Stopped.')));
  const line = createProgressLine();
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const]));
    const { values, positionals } = parseArguments(options, usage);
    if (positionals.length !== expected) throw new Error(`Usage: ${usage}`);
    const isGood = await work({
      config: readConfig(process.env),
      positionals,
      flags: Object.fromEntries(flags.map((flag) => [flag, values[flag] === true])) as Record<Flag, boolean>, // the same names
      signal: stopping.signal,
      print: (text) => {
        line.clear();
        process.stdout.write(`${text}\n`);
      },
      progress: line.step,
    });
    line.clear();
    process.exitCode = isGood ? 0 : 1;
  } catch (error) {
    line.clear();
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message.replaceAll('\n', ' ')}\n`);
    process.exitCode = 1;
  }
}

function parseArguments(
  options: Record<string, { type: 'boolean' }>,
  usage: string,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    // Node's sentence that names the flag, without its advice about positional arguments.
    const [reason = ''] = cause instanceof Error ? cause.message.split('. ') : [];
    throw new Error(`${reason}. Usage: ${usage}`, { cause });
  }
}

function createProgressLine(): { step(): void; clear(): void } {
  let steps = 0;
  let shownAt = 0;
  return {
    step() {
      steps += 1;
      if (!process.stderr.isTTY || Date.now() - shownAt < PROGRESS_INTERVAL_MS) return;
      shownAt = Date.now();
      process.stderr.write(`\r${steps.toLocaleString('en')} …`);
    },
    clear() {
      if (shownAt > 0) process.stderr.write('\r\x1b[K');
      shownAt = 0;
    },
  };
}
