import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import {
  DEFAULT_EVIDENCE_SETTINGS,
  type EvidenceSettings,
  evidenceSettings,
} from '#shared/contracts/evidence/anchors.ts';
import { parseStoredSettings } from './parse-stored-settings.ts';
import { listSettings, setSettings } from './queries.ts';

/** Returns the settings in force. */
export async function readEvidenceSettings(ctx: Pick<Context, 'db'>): Promise<EvidenceSettings> {
  return parseStoredSettings(evidenceSettings.shape, DEFAULT_EVIDENCE_SETTINGS, await listSettings(ctx.db));
}

/** Stores settings, inside the transaction of a use case that has authorized the change. */
export async function storeEvidenceSettings(
  ctx: Context,
  changes: { readonly [Name in keyof EvidenceSettings]?: EvidenceSettings[Name] | undefined },
): Promise<void> {
  const rows = Object.entries(changes).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  if (rows.length === 0) return;
  await setSettings(ctx.db, rows);
  // The log keeps no addresses of people.
  const { anchorMailTo, ...details } = changes;
  await audit(ctx, {
    action: 'settings.update',
    details: { ...details, ...(anchorMailTo && { anchorMailTo: anchorMailTo.length }) },
  });
}
