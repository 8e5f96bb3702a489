import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { RunnerOutcome } from './test-results.ts';

/** Runs a program of node_modules/.bin on this terminal; `args` may depend on where its JSON report is to go. */
export async function runTestRunner(
  root: string,
  program: string,
  args: (reportFile: string) => string[],
): Promise<RunnerOutcome> {
  const bin = join(root, 'node_modules', '.bin');
  const folder = await mkdtemp(join(tmpdir(), 'muniment-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const runner = spawn(join(bin, program), args(reportFile), {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: [bin, process.env['PATH']].join(delimiter),
        // Playwright takes it from nowhere else.
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    });
    const [code] = await once(runner, 'exit');
    const report = await readFile(reportFile, 'utf8').catch(() => undefined);
    return { exitCode: typeof code === 'number' ? code : 1, report };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
