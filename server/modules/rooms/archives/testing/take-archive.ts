import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { type ArchiveResult, verifyArchive } from '#shared/evidence/archive/archive-verifier.mjs';

/** Requests an archive and has it made; returns it as the list shows it. */
export async function makeArchive(
  testApp: TestApp,
  client: TestClient,
  roomId: number,
  scope: 'room' | number = 'room',
): Promise<RoomArchive> {
  const asked = await client.post(`/api/rooms/${roomId}/archives`, { scope, format: 'zip' });
  expect([asked.status, asked.body.error]).toEqual([202, null]);
  await testApp.finishJobs();
  const [archive] = (await client.get(`/api/rooms/${roomId}/archives`)).body;
  return archive;
}

export async function download(client: TestClient, { id }: RoomArchive): Promise<Buffer> {
  const { status, bytes } = await client.get(`/api/archives/${id}/download`);
  expect(status).toBe(200);
  return bytes;
}

export const verifyBytes = (bytes: Buffer, keys?: string): Promise<ArchiveResult> =>
  verifyArchive(
    {
      name: 'archive.zip',
      size: bytes.length,
      read: async (from, to) => bytes.subarray(Math.max(0, from), Math.max(0, to)),
    },
    { keys },
  );

/** Reads a part of the index as the page in the archive does. */
export function readIndex(entries: ReadonlyMap<string, Buffer>, name: string) {
  const script = entries.get(`index/${name}.js`)?.toString() ?? '';
  return JSON.parse(/^muniment\("\w+", \d+, (.*)\);\n$/s.exec(script)?.[1] ?? 'null');
}

export const openEntries = async (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Map((await unzip(bytes)).map((entry) => [entry.path, entry.bytes]));
