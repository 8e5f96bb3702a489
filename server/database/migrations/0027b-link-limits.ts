import type { Kysely } from 'kysely';
import { withDefault } from './0001-initial/columns.ts';

/** Adds the start, the limits and the counters of links. Older nodes neither enforce nor count them. */
export async function addLinkLimits(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('links');
  for (const column of ['starts_at', 'max_visits', 'max_visitors'])
    await alter().addColumn(column, 'bigint').execute();
  for (const column of ['opened', 'refused_password', 'refused_email', 'refused_code', 'refused_terms'])
    await alter().addColumn(column, 'integer', withDefault(0)).execute();
}
