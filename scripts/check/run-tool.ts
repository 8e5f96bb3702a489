import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';

/** How one check ended; `output` is shown when it failed. */
export interface CheckResult {
  ok: boolean;
  output: string;
}

/**
 * For the compiler and the type-aware linter, which are written in Go: the checks run beside one another, each further thread of
 * one checks the same libraries again, and a heap that may grow is collected less. Together they halve the processor time.
 */
const GO_ENVIRONMENT = {
  GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 4))),
  GOGC: '400',
};

/** Runs a tool of node_modules/.bin, also when the caller was not started through npm. */
export function runTool(root: string, command: string, args: string[]): Promise<CheckResult> {
  const bin = join(root, 'node_modules', '.bin');
  const env = {
    ...GO_ENVIRONMENT,
    ...process.env,
    PATH: [bin, process.env['PATH']].join(delimiter),
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    // A cruise of the whole repository prints megabytes of JSON.
    execFile(
      join(bin, command),
      args,
      { cwd: root, env, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ ok: error === null, output: stdout + stderr });
      },
    );
  });
}
