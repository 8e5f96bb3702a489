import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { describeUnsent, listUnsent, sendEach } from './send-each.ts';

const FILES = ['1.pdf', '2.pdf', '3.pdf'].map((name) => new File(['text'], name));

test('a file that is refused keeps no other from being sent, and only it is sent again', async () => {
  const sent: string[] = [];
  const unsent = await sendEach(FILES, async ({ name }) => {
    if (name === '2.pdf') throw new ApiError(409, 'The name is taken.', { code: 'conflict' });
    sent.push(name);
  });
  expect(sent).toEqual(['1.pdf', '3.pdf']);
  expect(unsent.map(({ file }) => file.name)).toEqual(['2.pdf']);
  expect(describeUnsent(unsent, sent.length)).toBe('2.pdf: The name is taken. 2 files were sent.');
  expect(await sendEach(FILES, async () => undefined)).toEqual([]);
});

test('once the session has ended, no further file is tried', async () => {
  let tried = 0;
  const sending = sendEach(FILES, async () => {
    tried += 1;
    throw new ApiError(401, 'Sign in again.', { code: 'unauthenticated' });
  });
  await expect(sending).rejects.toThrow(ApiError);
  expect(tried).toBe(1);
});

test('files that were not sent stay to be sent again when others are sent', () => {
  const [first, second] = [new File(['x'], '1.pdf'), new File(['x'], '2.pdf')];
  const error = new Error('Offline');
  expect(listUnsent([first], [second], [])).toEqual([first]);
  expect(listUnsent([first], [second], [{ file: second, error }])).toEqual([first, second]);
  expect(listUnsent([first, second], [first, second], [{ file: second, error }])).toEqual([second]);
});
