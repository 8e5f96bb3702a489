import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/database/open-database.ts';

const LINKS_AT_ONCE = 500;
const settingsShape = z.looseObject({
  allowed: z.array(z.string()).optional(),
  blocked: z.array(z.string()).optional(),
});

/**
 * Iterates over links whose settings match, in pages. The text of an entry is in normal form, so that both engines fold it alike.
 */
async function* listLinkSettings(db: Database, isMatch: RawBuilder<unknown>) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: { id: number; settings: string }[] } = await sql<{
      id: number;
      settings: string;
    }>`select id, settings from links where id > ${after} and ${isMatch}
      order by id limit ${sql.lit(LINKS_AT_ONCE)}`.execute(db);
    yield rows.map(({ id, settings }) => ({ id, settings: settingsShape.parse(JSON.parse(settings)) }));
    after = rows.length < LINKS_AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}

/**
 * Replaces an address in the lists of links. Removed, it could leave an empty list, which admits everybody; so an address that
 * nobody has takes its place.
 */
export async function replaceInLinkSettings(db: Database, emailKey: string): Promise<void> {
  const pattern = `%${JSON.stringify(emailKey).replaceAll(/[\\%_]/g, '\\$&')}%`;
  // A statement per link that names the address: few.
  for await (const links of listLinkSettings(db, sql`lower(settings) like ${pattern} escape '\\'`))
    for (const { id, settings } of links) {
      const replace = (entries: string[] | undefined) =>
        entries?.map((entry) => (entry.toLowerCase() === emailKey ? `link-${id}@erased.invalid` : entry));
      const { allowed, blocked } = settings;
      const changed = {
        ...settings,
        ...(allowed && { allowed: replace(allowed) }),
        ...(blocked && { blocked: replace(blocked) }),
      };
      await db
        .updateTable('links')
        .set({ settings: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute();
    }
}

/** Lists the addresses in the lists of links, page by page. */
export async function* listAddressesInLinkSettings(db: Database): AsyncGenerator<readonly string[]> {
  for await (const links of listLinkSettings(db, sql`settings like '%@%'`))
    yield links
      .flatMap(({ settings: { allowed = [], blocked = [] } }) => [...allowed, ...blocked])
      .filter((entry) => entry.includes('@'));
}
