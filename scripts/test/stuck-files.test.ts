import { expect, test } from 'vitest';
import StuckFiles from './stuck-files.ts';

test('a run with a file that does not end is ended, and the file is named', () => {
  let minutes = 0;
  const messages: string[] = [];
  const files = new StuckFiles({
    limitMinutes: 15,
    now: () => minutes * 60_000,
    fail: (message) => messages.push(message),
  });
  files.onTestModuleStart({ moduleId: 'slow.test.ts' });
  files.onTestModuleStart({ moduleId: 'stuck.test.ts' });
  minutes = 14;
  files.onTestModuleEnd({ moduleId: 'slow.test.ts' });
  files.check();
  expect(messages).toEqual([]);
  minutes = 16;
  files.check();
  expect(messages).toEqual(['Not ended after 15 minutes:\n  stuck.test.ts']);
});
