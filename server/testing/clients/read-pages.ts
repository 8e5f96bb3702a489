import type { TestClient } from './inject-client.ts';

/** Reads a list to its end, page by page, as the Link headers say. */
export async function readPages<Row>(client: Pick<TestClient, 'get'>, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next = url; next !== ''; ) {
    const { status, body, headers } = await client.get(next);
    if (status !== 200) throw new Error(`${next}: ${JSON.stringify(body)}`);
    rows.push(...body);
    next = /<(.+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';
  }
  return rows;
}
