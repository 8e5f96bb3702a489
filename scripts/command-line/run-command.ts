import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/app/config.ts';
import { describeFailure } from '#server/app/errors.ts';

interface CommandOptions<Flag extends string, Option extends string> {
  /** The command line, shown after a wrong one. */
  usage: string;
  /** The number of arguments without a `--`; `some` for one or more. */
  positionals: number | 'some';
  flags: readonly Flag[];
  /** Options with a value; each can be given several times. */
  options?: readonly Option[];
}

interface Command<Flag extends string, Option extends string> {
  config: Config;
  positionals: string[];
  flags: Record<Flag, boolean>;
  options: Record<Option, string[]>;
  /** Aborts the work at Ctrl-C, so that it can clean up. */
  signal: AbortSignal;
  /** Prints a line to standard output. */
  print(line: string): void;
  /** Shows the progress on a terminal, and nothing elsewhere. */
  progress(): void;
}

const PROGRESS_INTERVAL_MS = 200;

/** Runs an operator's command: its exit code is 0 when `work` returns true, and an error is one line. */
export async function runCommand<Flag extends string, Option extends string = never>(
  { usage, positionals: expected, flags, options = [] }: CommandOptions<Flag, Option>,
  work: (command: Command<Flag, Option>) => Promise<boolean>,
): Promise<void> {
  // Files that this process writes are readable only by its own account.
  process.umask(0o077);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error('Stopped.')));
  const line = createProgressLine();
  try {
    const { values, positionals } = parseArguments(flags, options, usage);
    const isComplete = expected === 'some' ? positionals.length > 0 : positionals.length === expected;
    if (!isComplete) throw new Error(`Usage: ${usage}`);
    const isGood = await work({
      config: readConfig(process.env),
      positionals,
      flags: Object.fromEntries(flags.map((flag) => [flag, values[flag] === true])) as Record<Flag, boolean>, // the same names
      options: Object.fromEntries(options.map((option) => [option, values[option] ?? []])) as Record<
        Option,
        string[] // the same names
      >,
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
    process.stderr.write(`${describeFailure(error).replaceAll('\n', ' ')}\n`);
    process.exitCode = 1;
  }
}

function parseArguments(
  flags: readonly string[],
  options: readonly string[],
  usage: string,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({
      options: {
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
        ...Object.fromEntries(options.map((option) => [option, { type: 'string', multiple: true } as const])),
      },
      allowPositionals: true,
    });
  } catch (cause) {
    // Node's message that names the flag, without its advice about positional arguments.
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
