import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { SystemSettings, updateSystemSettings } from '#shared/contracts/settings.ts';
import { loadSettings } from './load-settings.ts';
import { setSettings } from './queries.ts';

/** Changes some of the settings; each is a row of its own, so that concurrent changes do not undo each other. */
export async function changeSettings(
  ctx: Context,
  changes: BodyOf<typeof updateSystemSettings>,
): Promise<SystemSettings> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const ceiling = ctx.config.uploadCeilingMb;
  if (changes.maxUploadSizeMB !== undefined && changes.maxUploadSizeMB > ceiling) {
    const message = `Uploads can be at most ${ceiling} MB, the limit set by the server operator`;
    throw new AppError('invalid', message, { fields: { maxUploadSizeMB: message } });
  }
  return transaction(ctx, async (ctx) => {
    const rows = Object.entries(changes).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    if (rows.length > 0) {
      await setSettings(ctx.db, rows);
      // A change of the log's own switch is always recorded, so that nobody turns it off unnoticed.
      const always = changes.enableAuditLog !== undefined;
      await audit(ctx, { action: 'settings.update', details: changes, always });
    }
    return loadSettings(ctx);
  });
}
