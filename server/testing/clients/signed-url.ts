import type { ApiResponse, TestClient } from './inject-client.ts';

const SIGNED_PATH = /^\/api\/files\/(?<id>\d+(?:\/versions\/\d+)?)\/(?:compare\/)?(?<what>pages\/|thumbnail)/;

/** Returns the URL of a page or thumbnail with the client's own signature; other URLs unchanged. */
export async function signUrl(client: TestClient, address: string): Promise<string> {
  const { id, what } = SIGNED_PATH.exec(address)?.groups ?? {};
  if (id === undefined) return address;
  const signature =
    what === 'thumbnail' ? await fetchThumbnailSignature(client, id) : await fetchPagesSignature(client, id);
  return `${address}${address.includes('?') ? '&' : '?'}signature=${signature}`;
}

/** Fetches the signature; empty for a client that may not see the file. */
export async function fetchPagesSignature(client: TestClient, id: number | string): Promise<string> {
  return (await client.get(`/api/files/${id}/pages`)).body.signature ?? '';
}

async function fetchThumbnailSignature(client: TestClient, id: string): Promise<string> {
  const { status, body } = await client.get(`/api/files/thumbnails?ids=${id}`);
  return status === 200 ? (body[0]?.signature ?? '') : '';
}

/** Gets a rendered page with the client's own signature. */
export const getWithSignature = async (client: TestClient, address: string): Promise<ApiResponse> =>
  client.get(await signUrl(client, address));
