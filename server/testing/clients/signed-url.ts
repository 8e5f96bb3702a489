import type { Answer, Client } from './inject-client.ts';

const DRAWN = /^\/api\/files\/(?<id>\d+)\/(?<what>pages\/|thumbnail)/;

/** The address of a page or thumbnail with the signature that this client gets for it; any other as it is. */
export async function signedAddress(client: Client, address: string): Promise<string> {
  const { id, what } = DRAWN.exec(address)?.groups ?? {};
  if (id === undefined) return address;
  const signature =
    what === 'thumbnail' ? await thumbnailSignature(client, id) : await pagesSignature(client, id);
  return `${address}${address.includes('?') ? '&' : '?'}signature=${signature}`;
}

/** Empty for who may not see the file. */
export async function pagesSignature(client: Client, id: number | string): Promise<string> {
  return (await client.get(`/api/files/${id}/pages`)).body.signature ?? '';
}

async function thumbnailSignature(client: Client, id: string): Promise<string> {
  const { status, body } = await client.get(`/api/files/thumbnails?ids=${id}`);
  return status === 200 ? (body[0]?.signature ?? '') : '';
}

/** What is drawn at an address, asked for with the client's own signature. */
export const getSigned = async (client: Client, address: string): Promise<Answer> =>
  client.get(await signedAddress(client, address));
