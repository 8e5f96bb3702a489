import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { File } from '#shared/contracts/files.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';

/** Expects the list of files, whole and page by page, to have the numbers that the list of entries has. */
export async function expectNumbersOfFiles(client: TestClient, folderId: number): Promise<void> {
  const entries: Entry[] = (await client.get(`/api/folders/${folderId}/entries`)).body;
  const expected = entries
    .flatMap(({ kind, id, number }) => (kind === 'file' ? [{ id, number }] : []))
    .toSorted((a, b) => b.id - a.id);
  for (const limit of [1000, 2]) {
    const listed: File[] = [];
    let next: string | undefined = `/api/files?folderId=${folderId}&limit=${limit}`;
    while (next !== undefined) {
      const page = await client.get(next);
      listed.push(...page.body);
      next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(listed.map(({ id, number }) => ({ id, number }))).toEqual(expected);
  }
}
