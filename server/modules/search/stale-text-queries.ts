import type { Database } from '#server/database/open-database.ts';
import type { Hit } from '#server/engines/search/search-engine.ts';
import { textOfKey } from './indexing/describe-file.ts';

/**
 * Creates a test of whether a hit is of a text that its file no longer has. Only files with several versions are tested: what
 * another version says may be withdrawn, while the text of an only version is read again at most. A text that is just being
 * extracted is unknown.
 */
export async function createStaleTextTest(
  db: Database,
  fileIds: readonly number[],
): Promise<(hit: Pick<Hit, 'documentId' | 'textKey'>) => boolean> {
  const texts = new Map<number, string | null>();
  if (fileIds.length > 0) for (const row of await listReplacedTexts(db, fileIds)) texts.set(row.id, row.text);
  return ({ documentId, textKey }) => {
    const text = texts.get(documentId);
    if (text === undefined) return false;
    return text === null || textKey === undefined || textOfKey(textKey) !== text;
  };
}

const listReplacedTexts = (db: Database, fileIds: readonly number[]) =>
  db
    .selectFrom('files')
    .select(['id', 'text_blob_key as text'])
    .where('id', 'in', fileIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_versions')
          .select('number')
          .whereRef('file_versions.file_id', '=', 'files.id')
          .where('replaced_at', 'is not', null),
      ),
    )
    .execute();
