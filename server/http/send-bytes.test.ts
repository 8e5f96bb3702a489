import { expect, test } from 'vitest';
import { attachmentDisposition } from './send-bytes.ts';

test.each([
  ['plain.pdf', `attachment; filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  [
    'say "hi"; x=\\1.pdf',
    `attachment; filename="say _hi_; x=_1.pdf"; filename*=UTF-8''say%20%22hi%22%3B%20x%3D%5C1.pdf`,
  ],
  ["o'neil (1)*.pdf", `attachment; filename="o'neil (1)*.pdf"; filename*=UTF-8''o%27neil%20%281%29%2A.pdf`],
  [
    'a\r\nSet-Cookie: x',
    `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
  ],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('the name %j can neither end its field nor begin a header', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header);
});
