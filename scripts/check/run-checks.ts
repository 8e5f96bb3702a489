import { availableParallelism } from 'node:os';
import type { Check } from './list-checks.ts';

/**
 * Runs the checks, `concurrency` at once (most have one thread, and tests run beside them), and prints a line for each, with the
 * output of those that failed.
 */
export async function runChecks(
  checks: Check[],
  print: (line: string) => void,
  concurrency = availableParallelism() + 1,
): Promise<{ passed: number; failed: number }> {
  const queue = checks.values();
  let failed = 0;
  const work = async (): Promise<void> => {
    for (const check of queue) {
      const begun = Date.now();
      const { ok, output } = await runCheck(check);
      if (!ok) failed += 1;
      print(`${ok ? '✓' : '✗'} ${check.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
      if (!ok) print(output.trim().replace(/^/gm, '    '));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { passed: checks.length - failed, failed };
}

async function runCheck(check: Check) {
  try {
    return await check.run();
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}
