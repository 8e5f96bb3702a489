import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { loadLink } from '#server/authorization/links/load-link.ts';
import { formatSettings, parseSettings } from '../link-settings.ts';
import { endVisitsOf, lockLink, setLink } from '../queries.ts';
import { applySettings, prepareSettings } from '../save-settings.ts';

/**
 * Ends the visits of an address; everybody else's continue. A link that asks for the code keeps the address out from then on:
 * without one, anybody can type another.
 */
export async function blockAddress(ctx: Context, id: number, email: string): Promise<void> {
  const { blocked: added = [] } = await prepareSettings({ blocked: [email] });
  await transaction(ctx, async (ctx) => {
    // Waits for admissions in progress, whose sessions end too; later ones see the list.
    await lockLink(ctx.db, id);
    const link = await loadLink(ctx, id, 'update');
    const before = parseSettings(link.settings);
    if (before.requireCode) {
      const blocked = [...new Set([...before.blocked, ...added])];
      const after = await applySettings(ctx, before, { blocked }, link.group_id !== null);
      await setLink(ctx.db, id, { settings: formatSettings(after) });
    }
    for (const address of added) await endVisitsOf(ctx.db, id, address, ctx.now());
    await audit(ctx, {
      ...(before.requireCode
        ? { action: 'link.block', details: { blocked: added } }
        : { action: 'link.end-visits', details: { addresses: added } }),
      object: { kind: 'link', id, name: link.name },
    });
  });
}
