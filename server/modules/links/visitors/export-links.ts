import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import { listLinks } from '../list-links.ts';
import { presentLink } from '../presenter.ts';

const BATCH_SIZE = 500;

const HEADER = [
  ...['Name', 'Status', 'Opens', 'Created', 'Start', 'End', 'Page opened', 'Visits', 'People'],
  ...['Files opened', 'Downloads', 'Last visit'],
];

/** Exports a header row and a row for each of the actor's links, newest first, in batches. */
export async function exportLinks(ctx: Context): Promise<AsyncIterable<Cell[][]>> {
  await audit(ctx, { action: 'link.export' });
  return listRows(ctx);
}

async function* listRows(ctx: Context): AsyncGenerator<Cell[][]> {
  yield [HEADER];
  for (let cursor: number | undefined, isLast = false; !isLast; ) {
    const links = await listLinks(ctx, { limit: BATCH_SIZE, cursor, target: undefined });
    const batch = links.slice(0, BATCH_SIZE);
    yield batch.map((row) => {
      const link = presentLink(ctx, row);
      return [
        link.name,
        link.status,
        link.targets.map(({ name }) => name).join('; '),
        link.createdAt,
        link.startsAt ?? '',
        link.expiresAt ?? '',
        row.opened,
        link.visits,
        link.people,
        link.views,
        link.downloads,
        link.lastVisitAt ?? '',
      ];
    });
    cursor = batch.at(-1)?.id;
    isLast = links.length <= BATCH_SIZE;
  }
}
