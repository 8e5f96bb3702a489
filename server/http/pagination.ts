import type { FastifyReply, FastifyRequest } from 'fastify';

export const MAX_PAGE_SIZE = 1000;

/**
 * Builds a page of a list: `rows` has one more than `limit` when there is a next page, which the Link header
 * then names by the last row shown. Rows added or removed meanwhile do not shift pages.
 */
export function paginate<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cursorOf: (row: Row) => string | number = (row) => row.id,
): Row[] {
  const shown = rows.slice(0, limit);
  if (rows.length <= limit) return shown;
  const last = shown.at(-1);
  if (!last) return shown;
  const url = new URL(request.url, 'http://unused');
  url.searchParams.set('cursor', String(cursorOf(last)));
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
  return shown;
}
