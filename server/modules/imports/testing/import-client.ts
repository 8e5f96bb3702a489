import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { BulkImport } from '#shared/contracts/imports/imports.ts';

/** Uploads a source of an import. */
export async function sendSource(
  client: TestClient,
  importId: number,
  relativePath: string,
  bytes: Buffer,
): Promise<void> {
  const tus = createTusClient(client);
  const url = await tus.open(bytes.length, { importId: String(importId), relativePath });
  if (bytes.length === 0) return;
  const { status, body } = await tus.append(url, 0, bytes);
  if (status !== 204) throw new Error(`The source was refused: ${JSON.stringify(body)}`);
}

/** Begins an import with these sources and checks it. */
export async function checkedImport(
  testApp: TestApp,
  client: TestClient,
  folderId: number,
  sources: Readonly<Record<string, Buffer>>,
): Promise<BulkImport> {
  const { body: begun } = await client.post('/api/imports', { folderId });
  for (const [path, bytes] of Object.entries(sources)) await sendSource(client, begun.id, path, bytes);
  const { status, body } = await client.post(`/api/imports/${begun.id}/check`, {});
  if (status !== 202) throw new Error(`The check was refused: ${JSON.stringify(body)}`);
  await testApp.finishJobs();
  return (await client.get(`/api/imports/${begun.id}`)).body;
}

/** Applies a checked import and returns it afterwards. */
export async function appliedImport(
  testApp: TestApp,
  client: TestClient,
  { id }: Pick<BulkImport, 'id'>,
): Promise<BulkImport> {
  const { status, body } = await client.post(`/api/imports/${id}/apply`, {});
  if (status !== 202) throw new Error(`The import was refused: ${JSON.stringify(body)}`);
  await testApp.finishJobs();
  return (await client.get(`/api/imports/${id}`)).body;
}
