import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { attachmentDisposition } from './send-bytes.ts';

test.each([
  'plain.pdf',
  'say "hi"; x=\\1.pdf',
  "o'neil (1)*.pdf",
  'a\r\nSet-Cookie: x',
  'Größe 100%.pdf',
  '\u202egpj.exe',
])('a download named %j keeps its name and adds no parameter or header', (name) => {
  const header = attachmentDisposition(name);
  expect(header).toMatch(/^[\x20-\x7e]*$/);
  const { type, parameters } = parse(header);
  expect([type, parameters['filename']]).toEqual(['attachment', name]);
  expect(['filename', 'filename*']).toEqual(expect.arrayContaining(Object.keys(parameters)));
});

test('a name with an unpaired surrogate gets a replacement character', () => {
  expect(attachmentDisposition('\ud800.txt')).toBe(
    `attachment; filename="?.txt"; filename*=UTF-8''%EF%BF%BD.txt`,
  );
});
