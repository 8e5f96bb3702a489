import { expect, test } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import { describeDrop } from './describe-drop.ts';

const FOLDER = { id: 1, name: 'Contracts' };
const FILE = { id: 1, name: 'Lease.pdf', replaced: {} as File }; // only its name is read
const PLACEHOLDER = { id: 1, name: 'Permit', placeholderId: 2 };

test.each([
  [FOLDER, false, 'Drop to upload to Contracts'],
  [FOLDER, true, 'Drop to upload to Contracts'],
  [FILE, false, 'Drop to replace Lease.pdf'],
  [FILE, true, 'Drop to upload beside Lease.pdf'],
  [PLACEHOLDER, false, 'Drop to replace Permit'],
  [PLACEHOLDER, true, 'Drop to upload beside Permit'],
])('%j, with several files %s: %s', (target, isSeveral, text) => {
  expect(describeDrop(target, isSeveral)).toBe(text);
});
