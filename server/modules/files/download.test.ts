import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));

describe('GET /api/files/:id/download and /view', () => {
  test('a download has a file name, a view has none, and neither can run scripts', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'Vertrag Müller 100%.pdf', content: CONTENT });
    const download = await owner.get(`/api/files/${file.id}/download`);
    expect(download.bytes.equals(CONTENT)).toBe(true);
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename="Vertrag M?ller 100%.pdf"; filename*=UTF-8''Vertrag%20M%C3%BCller%20100%25.pdf`,
    );
    const view = await owner.get(`/api/files/${file.id}/view`);
    expect(view.headers['content-disposition']).toBeUndefined();
    for (const { headers } of [download, view]) {
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['content-length']).toBe(String(CONTENT.length));
    }
  });

  test('browsers may store the bytes, and ask before they use them, only where the operator allows it', async () => {
    const testApp = await openTestApp({ config: { allowsDocumentCaching: true } });
    const owner = await testApp.user();
    const { id } = await owner.file();
    const { headers } = await owner.get(`/api/files/${id}/download`);
    expect(headers['cache-control']).toBe('private, no-cache');
    const again = await owner.get(`/api/files/${id}/download`, { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    // A proxy that compresses weakens the tag.
    const weakened = { 'if-none-match': `"other", W/${headers['etag']}` };
    expect((await owner.get(`/api/files/${id}/download`, weakened)).status).toBe(304);
    await testApp.close();
  });

  test('a web page with another extension is sent as bytes', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'invoice.html', content: '<script>alert(1)</script>' });
    const view = await owner.get(`/api/files/${file.id}/view`);
    expect(view.headers['content-type']).toBe('application/octet-stream');
  });

  test('headers full of spaces do not slow the server down', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file();
    const began = performance.now();
    for (let time = 0; time < 10; time += 1) {
      const headers = { 'if-none-match': `a${' '.repeat(15_000)}b` };
      expect((await owner.get(`/api/files/${id}/view`, headers)).status).toBe(200);
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('every range returns exactly its part', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'big.pdf', content: CONTENT });
    const size = CONTENT.length;
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.nat(size * 2), async (start, length) => {
        const end = start + length;
        const answer = await owner.get(`/api/files/${id}/view`, { range: `bytes=${start}-${end}` });
        expect(answer.status).toBe(206);
        const last = Math.min(end, size - 1);
        expect(answer.headers['content-range']).toBe(`bytes ${start}-${last}/${size}`);
        expect(answer.bytes.equals(CONTENT.subarray(start, last + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
    const open = await owner.get(`/api/files/${id}/view`, { range: `bytes=${size - 3}-` });
    expect(open.bytes.equals(CONTENT.subarray(-3))).toBe(true);
    const suffix = await owner.get(`/api/files/${id}/view`, { range: 'bytes=-5' });
    expect(suffix.bytes.equals(CONTENT.subarray(-5))).toBe(true);
  });

  test.for<[string, string, number]>([
    ['beyond the end', 'bytes=200000-', 416],
    ['none at all', 'bytes=-0', 416],
    ['several', 'bytes=0-1,4-5', 200],
    ['backwards', 'bytes=5-1', 200],
    ['in another unit', 'lines=1-2', 200],
  ])('the range %s (%s) is answered with %d', async ([_what, range, status], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: CONTENT });
    expect((await owner.get(`/api/files/${id}/download`, { range })).status).toBe(status);
  });

  test('HEAD returns the headers, and an unchanged file is not sent again', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: CONTENT });
    const head = await owner.send({ method: 'HEAD', url: `/api/files/${id}/view` });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(CONTENT.length),
      0,
    ]);
    const etag = String(head.headers['etag']);
    expect((await owner.get(`/api/files/${id}/view`, { 'if-none-match': etag })).status).toBe(304);
    const stale = await owner.get(`/api/files/${id}/view`, { range: 'bytes=0-1', 'if-range': '"another"' });
    expect([stale.status, stale.bytes.length]).toEqual([200, CONTENT.length]);
  });

  test('anonymous and unrelated actors get no byte', async ({ testApp }) => {
    const { id } = await (await testApp.user()).file({ content: CONTENT });
    const answer = await testApp.anonymous.get(`/api/files/${id}/view`, { range: 'bytes=0-1' });
    expect([answer.status, answer.headers['accept-ranges']]).toEqual([401, undefined]);
  });
});

/** Opens a link to one file as a visitor; returns what the link and the audit log count. */
async function openLinkedFile(testApp: TestApp, name: string) {
  const owner = await testApp.user();
  const file = await owner.file({ name, content: CONTENT });
  const targets = [{ kind: 'file', id: file.id }];
  const settings = { level: 'original' };
  const { body: link } = await owner.post('/api/links', { name: 'One', targets, settings });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'guest@example.test' });
  expect((await browser.submit('enter')).status).toBe(200);
  const position = await findLastPosition(testApp);
  const count = async () => ({
    ofLink: (await owner.get(`/api/links/${link.id}`)).body.downloads,
    recorded: (await listAuditEvents(testApp, position)).filter(({ action }) => action === 'file.download')
      .length,
  });
  return { browser, path: `/api/files/${file.id}/download`, count };
}

describe('downloads that are counted', () => {
  const stale = { range: 'bytes=5-9', 'if-range': '"another"' };
  test.for<[string, Record<string, string>, number]>([
    ['of an unknown unit', { range: 'lines=1-2' }, 200],
    ['several of the middle', { range: 'bytes=1-2,4-5' }, 200],
    ['backwards', { range: 'bytes=5-1' }, 200],
    ['of another version', stale, 200],
    ['as long as the file', { range: `bytes=-${CONTENT.length}` }, 206],
    ['from the first byte', { range: 'bytes=0-3' }, 206],
  ])('a range %s is a download each time', async ([_what, headers, status], { testApp }) => {
    const { browser, path, count } = await openLinkedFile(testApp, 'deed.bin');
    for (const downloads of [1, 2]) {
      expect((await browser.get(path, headers)).status).toBe(status);
      expect(await count()).toEqual({ ofLink: downloads, recorded: downloads });
    }
  });

  test('a range from the middle counts once, and not after a download', async ({ testApp }) => {
    const { browser, path, count } = await openLinkedFile(testApp, 'deed.bin');
    for (const range of ['bytes=1-', 'bytes=1-', 'bytes=-5']) {
      expect((await browser.get(path, { range })).status).toBe(206);
      expect(await count()).toEqual({ ofLink: 1, recorded: 1 });
    }
    testApp.advanceClock(10 * 60 * 1000 + 1);
    await browser.get(path);
    await browser.get(path, { range: 'bytes=100-' });
    expect(await count()).toEqual({ ofLink: 2, recorded: 2 });
  });

  test('what sends no byte is no download', async ({ testApp }) => {
    const { browser, path, count } = await openLinkedFile(testApp, 'deed.bin');
    const head = await browser.send({ method: 'HEAD', url: path });
    const etag = String(head.headers['etag']);
    expect((await browser.get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await browser.get(path, { range: 'bytes=200000-' })).status).toBe(416);
    expect(await count()).toEqual({ ofLink: 0, recorded: 0 });
  });
});
