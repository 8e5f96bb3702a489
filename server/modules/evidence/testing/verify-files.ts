import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { verify } from '#shared/evidence/verifier.mjs';

/** Downloads a new receipt of the client, as the file that it is. */
export async function takeReceipt(client: TestClient): Promise<string> {
  const { status, body } = await client.post('/api/receipts');
  if (status !== 201) throw new Error(`No receipt: ${JSON.stringify(body)}`);
  return download(client, `/api/receipts/${body.id}`);
}

export const download = async (client: TestClient, url: string): Promise<string> =>
  (await client.get(url)).bytes.toString();

/** Verifies files as text. Returns `state: message` for each that is no list of keys. */
export async function verifyFiles(...texts: string[]): Promise<string[]> {
  const results = await verify(texts.map((text, place) => ({ name: `file ${place}`, text })));
  return results.map(({ state, message }) => `${state}: ${message}`);
}
