import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const SCRIPT = '<script>alert(document.domain)</script>';

describe('malicious files', () => {
  test.for<[string, string, string, boolean]>([
    ['a page', 'invoice.html', 'application/octet-stream', true],
    ['an XHTML page', 'invoice.xhtml', 'application/octet-stream', true],
    ['a page whose name ends with a space', 'invoice.html ', 'application/octet-stream', true],
    ['a page with two extensions', 'invoice.pdf.html', 'application/octet-stream', true],
    ['a script', 'worker.js', 'application/octet-stream', true],
    ['a page without an extension', 'html', 'application/octet-stream', true],
    ['XML, which can name a style sheet with scripts', 'feed.xml', 'application/octet-stream', true],
    ['a saved page', 'saved.mht', 'application/octet-stream', true],
    ['an e-mail', 'offer.eml', 'application/octet-stream', true],
    ['an Outlook message', 'offer.msg', 'application/octet-stream', true],
    ['a workbook with macros', 'prices.xlsm', 'application/octet-stream', true],
    ['a script named like an image', 'both.gif', 'image/gif', false],
    ['a page named like an image', 'picture.png', 'image/png', false],
    ['a page named like a PDF', 'both.pdf', 'application/pdf', false],
    ['a page named like a text', 'readme.txt', 'text/plain; charset=utf-8', false],
    ['an image that can contain scripts', 'logo.SVG', 'image/svg+xml', false],
    ['a video', 'talk.mp4', 'video/mp4', false],
  ])('%s (%s) is served as %s', async ([_what, name, mediaType, isKept], { testApp }) => {
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
      // No script, nothing loaded from elsewhere, an opaque origin, no content sniffing, and no use by other sites.
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  test('a video is served in the requested ranges', async ({ testApp }) => {
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
