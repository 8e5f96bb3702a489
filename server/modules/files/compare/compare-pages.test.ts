import { expect } from 'vitest';
import { decodeJpeg } from '#server/engines/documents/rendering/jpeg.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { fetchPagesSignature } from '#server/testing/clients/signed-url.ts';
import { test } from '#server/testing/test-app.ts';

const LINES = Array.from({ length: 20 }, (_, line) => `Clause ${line} of the contract.`);

const replace = (person: TestClient, id: number, content: string) =>
  person.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);

/** The rows of an image with pixels of the colour of marks, by their height in percent. */
function markedHeights(jpeg: Buffer): number[] {
  const { data, width, height, isGrey } = decodeJpeg(jpeg);
  if (isGrey) return [];
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => (y * width + x) * 4).some((at) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      return red - blue > 150 && green < 150;
    }),
  );
  return rows.map((y) => Math.round((y / height) * 100));
}

test('a page is shown with boxes around what changed, on both sides', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  const { id } = await owner.file({ content: LINES.join('\n'), folderId: folder.id });
  await replace(owner, id, LINES.with(3, 'Clause 3 is another one now.').join('\n'));
  const view = async (person: TestClient, query: string, page = 1) => {
    const signature = await fetchPagesSignature(person, id);
    return person.get(`/api/files/${id}/compare/pages/${page}?${query}&signature=${signature}`);
  };
  const images = [await view(owner, 'a=1&b=2'), await view(owner, 'a=1&b=2&side=a')];
  for (const { status, headers, bytes } of images) {
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    const heights = markedHeights(bytes);
    expect(heights.length).toBeGreaterThan(0);
    expect((heights.at(-1) ?? 0) - (heights[0] ?? 0)).toBeLessThan(8);
  }
  expect(images[0]?.bytes.equals(images[1]?.bytes ?? Buffer.alloc(0))).toBe(false);
  expect(markedHeights((await view(owner, 'a=2&b=2')).bytes)).toEqual([]);
  expect((await view(owner, 'a=1&b=2', 2)).status).toBe(404);
  expect((await view(owner, 'a=1&b=3')).status).toBe(404);
  // Earlier versions are not for visitors.
  expect((await view(visitor, 'a=1&b=2')).status).toBe(404);
  expect((await view(visitor, 'a=2&b=2')).status).toBe(200);
  expect((await owner.get(`/api/files/${id}/compare/pages/1?a=1&b=2`)).status).toBe(404);
});

test('the page that only one version has is a change as a whole', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'Short.' });
  await replace(owner, id, Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n'));
  const signature = await fetchPagesSignature(owner, id);
  const view = (side: string) =>
    owner.get(`/api/files/${id}/compare/pages/2?a=1&b=2&side=${side}&signature=${signature}`);
  expect(markedHeights((await view('b')).bytes).length).toBeGreaterThan(10);
  expect((await view('a')).status).toBe(404);
});
