import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a repository of these files, with our libraries; it is deleted after the test. */
export function buildRepository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'muniment-checks-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
