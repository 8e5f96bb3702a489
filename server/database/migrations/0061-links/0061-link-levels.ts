import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { HISTORY_TABLES, type HistoryTable, historyOf } from '../0037-evidence/history-tables.ts';
import { createPostgresTriggers } from '../0037-evidence/postgres-triggers.ts';
import { createSqliteTriggers } from '../0037-evidence/sqlite-triggers.ts';

/** Stands in the history of rights for the settings of a link that gives PDFs with a watermark. */
export const WATERMARKED_DOWNLOADS = '{"watermarkedDownloads":true}';

/** Makes the history of rights tell the level `download` of links from `view` and `original`. */
export async function addLinkLevels(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const links = HISTORY_TABLES.find(({ name }) => name === 'links');
  if (!links) throw new Error('The history has no links');
  const history = historyOf(links);
  const drop = (statement: string) => sql.raw(`drop ${statement}`).execute(db);
  const table: HistoryTable = {
    ...links,
    values: {
      settings: `case when {row}.settings like '%"level":"download"%' then '{"level":"download"}'
        when {row}.settings like '%"watermarkedDownloads":true%' then '${WATERMARKED_DOWNLOADS}' else '{}' end`,
    },
  };
  if (engine === 'postgres') {
    for (const change of ['insert_or_delete', 'update'])
      await drop(`trigger ${history}_${change} on ${links.name}`);
    await drop(`function record_${history}()`);
    return createPostgresTriggers(db, table);
  }
  for (const change of ['insert', 'update', 'delete']) await drop(`trigger ${history}_${change}`);
  return createSqliteTriggers(db, table);
}
