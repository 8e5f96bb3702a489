import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const SCRIPT = '<script>alert(document.domain)</script>';

describe('what is served of a hostile file', () => {
  test.for<[string, string, string, boolean]>([
    ['a page', 'invoice.html', 'application/octet-stream', true],
    ['an XHTML page', 'invoice.xhtml', 'application/octet-stream', true],
    ['a page whose name ends with a space', 'invoice.html ', 'application/octet-stream', true],
    ['a page behind two endings', 'invoice.pdf.html', 'application/octet-stream', true],
    ['a script', 'worker.js', 'application/octet-stream', true],
    ['a page without an ending', 'html', 'application/octet-stream', true],
    ['XML, which can name a program to change it', 'feed.xml', 'application/octet-stream', true],
    ['a saved page', 'saved.mht', 'application/octet-stream', true],
    ['a mail', 'offer.eml', 'application/octet-stream', true],
    ['an Outlook message', 'offer.msg', 'application/octet-stream', true],
    ['a workbook with macros', 'prices.xlsm', 'application/octet-stream', true],
    ['a script that says it is a picture', 'both.gif', 'image/gif', false],
    ['a page that says it is a picture', 'picture.png', 'image/png', false],
    ['a page that says it is a PDF', 'both.pdf', 'application/pdf', false],
    ['a page that says it is text', 'readme.txt', 'text/plain; charset=utf-8', false],
    ['a picture that can hold scripts', 'logo.SVG', 'image/svg+xml', false],
    ['a film', 'talk.mp4', 'video/mp4', false],
  ])('%s (%s) comes as %s', async ([_what, name, mediaType, isKept], { testApp }) => {
    const owner = await testApp.user();
    const content = `%PDF-1.7 <svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
    const file = await owner.file({ name, content });
    for (const [call, isAttached] of [
      ['view', isKept],
      ['download', true],
    ] as const) {
      const { headers } = await owner.get(`/api/files/${file.id}/${call}`);
      expect(headers['content-type']).toBe(mediaType);
      expect(String(headers['content-disposition'] ?? '').startsWith('attachment')).toBe(isAttached);
      // No script, nothing loaded from anywhere, an origin of its own, no guessing, and no other site may use it.
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  test('a film is sent in the parts that are asked for', async ({ testApp }) => {
    const owner = await testApp.user();
    const film = await owner.file({ name: 'talk.webm', content: '0123456789' });
    const part = await owner.get(`/api/files/${film.id}/view`, { range: 'bytes=4-6' });
    expect([part.status, part.headers['content-type'], part.bytes.toString()]).toEqual([
      206,
      'video/webm',
      '456',
    ]);
  });
});
