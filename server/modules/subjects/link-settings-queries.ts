import { z } from 'zod';
import type { Database } from '#server/database/open-database.ts';

const LINKS_AT_ONCE = 500;
const settingsShape = z.looseObject({
  allowed: z.array(z.string()).optional(),
  blocked: z.array(z.string()).optional(),
});

/**
 * Replaces an address in the lists of links. Removed, it could leave an empty list, which admits everybody; so an address that nobody
 * has takes its place.
 */
export async function replaceInLinkSettings(db: Database, emailKey: string): Promise<void> {
  const pattern = `%${emailKey.replaceAll(/[\\%_]/g, '\\$&')}%`;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: { id: number; settings: string }[] = await db
      .selectFrom('links')
      .select(['id', 'settings'])
      .where('id', '>', after)
      .where(({ fn, eb }) => eb(fn('lower', ['settings']), 'like', pattern))
      .orderBy('id')
      .limit(LINKS_AT_ONCE)
      .execute();
    // A statement per link that names the address: few.
    for (const { id, settings } of rows) {
      const replace = (entries: string[] | undefined) =>
        entries?.map((entry) => (entry.toLowerCase() === emailKey ? `link-${id}@erased.invalid` : entry));
      const read = settingsShape.parse(JSON.parse(settings));
      const { allowed, blocked } = read;
      const changed = {
        ...read,
        ...(allowed && { allowed: replace(allowed) }),
        ...(blocked && { blocked: replace(blocked) }),
      };
      await db
        .updateTable('links')
        .set({ settings: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute();
    }
    after = rows.length < LINKS_AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}
