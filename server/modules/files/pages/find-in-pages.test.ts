import { degrees } from '@cantoo/pdf-lib';
import { describe, expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { readImage } from '#server/engines/documents/testing/read-image.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { test } from '#server/testing/test-app.ts';
import type { TextMatch } from '#shared/contracts/pages.ts';

const pathOf = (id: number, query: Record<string, string>) =>
  `/api/files/${id}/pages/matches?${new URLSearchParams(query)}`;

async function find(client: TestClient, id: number, query: string, page?: number): Promise<TextMatch[]> {
  const { status, body } = await client.get(pathOf(id, { query, ...(page && { page: String(page) }) }));
  expect(status).toBe(200);
  return body.matches;
}

/** Returns the share of dark pixels inside a box of the rendered page. */
async function inkIn(client: TestClient, id: number, { page, boxes: [box] }: TextMatch): Promise<number> {
  const { bytes } = await getWithSignature(client, `/api/files/${id}/pages/${page}?width=800`);
  const { width, height, pixelAt } = await readImage(bytes);
  if (!box) throw new Error('a match without a box');
  let [dark, all] = [0, 0];
  for (let y = Math.ceil(box.y * height); y < (box.y + box.height) * height - 1; y += 1) {
    for (let x = Math.ceil(box.x * width); x < (box.x + box.width) * width - 1; x += 1) {
      all += 1;
      if ((pixelAt(x, y)[0] ?? 255) < 128) dark += 1;
    }
  }
  return dark / all;
}

describe('GET /api/files/:id/pages/matches', () => {
  test('a text is found on its page, at its place, also on a rotated page', async ({ testApp }) => {
    const owner = await testApp.user();
    const line = { text: 'The closing date is 3 March 2026.', y: 700 };
    const upright = await owner.file({
      name: 'a.pdf',
      content: await makePdf([[{ text: 'Cover', y: 400 }], [line]]),
    });
    const [match, ...others] = await find(owner, upright.id, 'CLOSING  date');
    expect(others).toEqual([]);
    expect(match).toMatchObject({
      page: 2,
      boxes: [{ x: expect.closeTo(0.13, 1), y: expect.closeTo(0.115, 2) }],
    });
    if (match) expect(await inkIn(owner, upright.id, match)).toBeGreaterThan(0.1);

    const turned = await makePdf([[line]], (pdf) => pdf.getPage(0).setRotation(degrees(90)));
    const rotated = await owner.file({ name: 'b.pdf', content: turned });
    const [sideways] = await find(owner, rotated.id, 'closing date');
    expect(sideways?.boxes[0]?.height).toBeGreaterThan(sideways?.boxes[0]?.width ?? 1);
    if (sideways) expect(await inkIn(owner, rotated.id, sideways)).toBeGreaterThan(0.1);
  });

  test('a text is found in a text file, and nothing in an image', async ({ testApp }) => {
    const owner = await testApp.user();
    const filler = 'Filler. '.repeat(20);
    const text = await owner.file({ name: 'a.txt', content: `${filler}\nThe heron rests. The heron wades.` });
    const found = await find(owner, text.id, 'heron');
    expect(found.map(({ page }) => page)).toEqual([1, 1]);
    for (const match of found) expect(await inkIn(owner, text.id, match)).toBeGreaterThan(0.02);
    const image = await owner.file({ name: 'a.png', content: makeImage('png') });
    expect(await find(owner, image.id, 'heron')).toEqual([]);
  });

  test('a passage of which a part is on the page is found there, and only there', async ({ testApp }) => {
    const owner = await testApp.user();
    const lines = (text: string) => [{ text, y: 700 }];
    const content = await makePdf([
      lines('The seller pays all costs of the'),
      lines('notary and the register.'),
    ]);
    const { id } = await owner.file({ name: 'a.pdf', content });
    const quote = 'The seller pays all costs of the notary and the register.';
    expect(await find(owner, id, quote)).toEqual([]);
    expect(await find(owner, id, quote, 1)).toMatchObject([{ page: 1 }]);
    expect(await find(owner, id, quote, 3)).toEqual([]);
  });

  test('a restricted file is searched by those who may view it, and no text of it is returned', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const content = await makePdf([[{ text: 'The heron price is 9 million.', y: 700 }]]);
    const { id } = await owner.file({ name: 'a.pdf', content, folderId: folder.id, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const { status, body } = await visitor.get(pathOf(id, { query: 'heron' }));
    expect(status).toBe(200);
    const box = {
      x: expect.any(Number),
      y: expect.any(Number),
      width: expect.any(Number),
      height: expect.any(Number),
    };
    expect(body).toEqual({ matches: [{ page: 1, boxes: [box] }], nextPage: null });
    const absent = await visitor.get(pathOf(999_999, { query: 'heron' }));
    const unrelated = await testApp.user();
    const refused = await unrelated.get(pathOf(id, { query: 'heron' }));
    expect([refused.status, refused.body]).toEqual([404, absent.body]);
    expect((await visitor.get(pathOf(id, { query: 'x'.repeat(301) }))).status).toBe(400);
    expect((await visitor.get(pathOf(id, { query: '  ' }))).status).toBe(400);
    expect(await find(visitor, id, '…')).toEqual([]);
  });

  test('access that ends ends the search', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    await testApp.share(folder.id, reader);
    const { id } = await owner.file({ name: 'a.txt', content: 'The heron rests.', folderId: folder.id });
    expect(await find(reader, id, 'heron')).toHaveLength(1);
    await testApp.unshare(folder.id, reader);
    expect((await reader.get(pathOf(id, { query: 'heron' }))).status).toBe(404);
  });

  test('a long document is searched in parts, and matches are limited', async ({ testApp }) => {
    const owner = await testApp.user();
    const pages = Array.from({ length: 101 }, (_, index) => [{ text: `Heron ${index}`, y: 700 }]);
    const { id } = await owner.file({ name: 'a.pdf', content: await makePdf(pages) });
    const first = (await owner.get(pathOf(id, { query: 'heron' }))).body;
    expect([first.matches.length, first.nextPage]).toEqual([100, 101]);
    const rest = (await owner.get(pathOf(id, { query: 'heron', from: '101' }))).body;
    expect(rest).toMatchObject({ matches: [{ page: 101 }], nextPage: null });
    const many = await owner.file({ name: 'a.txt', content: 'heron '.repeat(2_000) });
    const { matches, nextPage } = (await owner.get(pathOf(many.id, { query: 'heron' }))).body;
    expect(matches).toHaveLength(200);
    expect(nextPage).toBe(2);
  });
});
