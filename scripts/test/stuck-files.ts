import { setInterval } from 'node:timers';
import type { Reporter, TestModule } from 'vitest/node';

const CHECK_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;

interface Options {
  /** The longest time for the tests of one file. */
  limitMinutes?: number;
  now?: () => number;
  /** Ends the run. */
  fail?: (message: string) => void;
}

/**
 * Ends a run in which a file of tests does not end, and names the file. Tests and hooks have time limits, but not an endless loop
 * and what a file closes at its end, for which the run would wait until somebody stops it.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class StuckFiles implements Reporter {
  readonly #begun = new Map<string, number>();
  readonly #options: Required<Options>;

  constructor(options: Options = {}) {
    this.#options = {
      limitMinutes: process.env['MUNIMENT_TEST_FULL'] === undefined ? 15 : 60,
      now: Date.now,
      fail(message) {
        console.error(message);
        process.exit(1);
      },
      ...options,
    };
  }

  onInit(): void {
    setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  onTestModuleStart({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    this.#begun.set(moduleId, this.#options.now());
  }

  onTestModuleEnd({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    this.#begun.delete(moduleId);
  }

  check(): void {
    const { limitMinutes, now, fail } = this.#options;
    const stuck = [...this.#begun].filter(([, begunAt]) => now() - begunAt > limitMinutes * MINUTE_MS);
    if (stuck.length === 0) return;
    fail(`Not ended after ${limitMinutes} minutes:\n${stuck.map(([file]) => `  ${file}`).join('\n')}`);
  }
}
