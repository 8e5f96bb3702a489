import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { readEvidenceSettings } from '#server/modules/settings/evidence-settings.ts';
import type { AnchorPlace, AnchorState } from '#shared/contracts/evidence/anchors.ts';
import { ANCHOR_KINDS } from '#shared/domain/evidence/anchors.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findNewestTreeHead } from '../queries.ts';
import { presentTreeHead } from '../sign-tree-head.ts';
import { type AnchorRow, listLastAttempts } from './anchor-queries.ts';
import { listChosenKinds } from './anchor-tree-head.ts';

type Attempt = Pick<AnchorRow, 'tree_size' | 'anchored_at' | 'checked_at' | 'last_error'>;

const findKept = (attempts: readonly Attempt[]): AnchorPlace['kept'] => {
  const kept = attempts.find(({ anchored_at }) => anchored_at !== null);
  return kept ? { treeSize: kept.tree_size, at: isoInstant(kept.anchored_at ?? kept.checked_at) } : null;
};

const findFailure = ([last]: readonly Attempt[]): AnchorPlace['failure'] =>
  last && last.anchored_at === null
    ? { at: isoInstant(last.checked_at), error: last.last_error ?? '' }
    : null;

/** Describes the newest tree head and the places where heads are kept, without addresses of any; the caller authorizes. */
export async function describeAnchors(ctx: Context): Promise<AnchorState> {
  const chosen = listChosenKinds(ctx, await readEvidenceSettings(ctx));
  const head = await findNewestTreeHead(ctx.db);
  const attempts = Map.groupBy(await listLastAttempts(ctx.db), ({ kind }) => kind);
  return {
    treeHead: head ? presentTreeHead(head) : null,
    places: ANCHOR_KINDS.flatMap((kind) => {
      const ofKind = attempts.get(kind) ?? [];
      const isChosen = chosen.includes(kind);
      if (!isChosen && ofKind.length === 0) return [];
      return { kind, isChosen, kept: findKept(ofKind), failure: findFailure(ofKind) };
    }),
  };
}

/** Describes them to managers of a room, whose receipts, certificates and archives rest on them. */
export async function describeAnchorsOfRoom(ctx: Context, roomId: number): Promise<AnchorState> {
  await loadRoom(ctx, roomId, 'evidence');
  return describeAnchors(ctx);
}
