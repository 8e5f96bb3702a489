import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { resolvePublicAddress } from '#server/engines/network/public-address.ts';
import { readEvidenceSettings, storeEvidenceSettings } from '#server/modules/settings/evidence-settings.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Anchor, ShownAnchors, updateAnchors } from '#shared/contracts/evidence/anchors.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type AnchorRow, findAnchor, listAnchorRows } from './anchor-queries.ts';
import { describeAnchors } from './describe-anchors.ts';

const SHOWN_ANCHORS = 50;

const presentAnchor = (row: AnchorRow): Anchor => ({
  id: row.id,
  kind: row.kind,
  treeSize: row.tree_size,
  anchoredAt: isoInstantOrNull(row.anchored_at),
  checkedAt: isoInstant(row.checked_at),
  lastError: row.last_error,
  hasToken: row.token !== null,
});

export async function showAnchors(ctx: Context): Promise<ShownAnchors> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return {
    settings: await readEvidenceSettings(ctx),
    hasFile: ctx.config.anchorFile !== undefined,
    hasBucket: ctx.config.anchorBucket !== undefined,
    hasMail: ctx.mailer !== undefined,
    ...(await describeAnchors(ctx)),
    anchors: (await listAnchorRows(ctx.db, SHOWN_ANCHORS)).map(presentAnchor),
  };
}

/** Chooses where tree heads are kept, and queues the newest one for there. */
export async function changeAnchors(
  ctx: Context,
  changes: BodyOf<typeof updateAnchors>,
): Promise<ShownAnchors> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  assertPossible(ctx, changes);
  await assertReachable(ctx, changes.timeStampServer);
  return transactionAsUser(ctx, async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageSettings');
    await assertReauthenticated(ctx);
    await storeEvidenceSettings(ctx, changes);
    await publish(ctx, 'evidence.anchor', {}, { dedupeKey: 'evidence.anchor' });
    return showAnchors(ctx);
  });
}

function assertPossible({ config, mailer }: Context, changes: BodyOf<typeof updateAnchors>): void {
  const { anchorToFile, anchorToBucket, anchorMailTo = [], anchorInDigests, mailReceipts } = changes;
  if (anchorToFile && config.anchorFile === undefined)
    throw new AppError('invalid', 'No file is set up. The operator sets ANCHOR_FILE.');
  if (anchorToBucket && config.anchorBucket === undefined)
    throw new AppError('invalid', 'No bucket is set up. The operator sets ANCHOR_S3_BUCKET.');
  const needsMail = anchorMailTo.length > 0 || anchorInDigests === true || mailReceipts === true;
  if (needsMail && !mailer) throw new AppError('invalid', 'Outgoing mail is not set up.');
}

/** Refuses an address in a private network while the administrator can still see why. */
async function assertReachable({ config }: Context, url: string | null | undefined): Promise<void> {
  if (url === null || url === undefined) return;
  try {
    await resolvePublicAddress(new URL(url), { allowsPrivate: config.webhooksAllowPrivate });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid', error.message, { fields: { timeStampServer: error.message } });
  }
}

export async function loadAnchorToken(ctx: Context, id: number): Promise<{ name: string; token: Buffer }> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const row = await findAnchor(ctx.db, id);
  if (!row?.token) throw new AppError('not-found', 'The time stamp could not be found.');
  return { name: `tree-head-${row.tree_size}.tst`, token: row.token };
}
