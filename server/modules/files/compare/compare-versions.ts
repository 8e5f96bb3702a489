import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withConcurrencyLimit } from '#server/authorization/limits/concurrency-limit.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { assertVersionReadable, loadFileVersion } from '#server/authorization/load-file-version.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import type { Comparison } from '#shared/contracts/versions/compare.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { auditView } from '../audit-file-access.ts';
import { rejectWhenBusy } from '../pages/limit-rendering.ts';
import { senderOf } from '../pages/renderable-document.ts';
import { openText } from './open-text.ts';

const MAX_PAGES_PER_PART = 500;
/** UTF-16 units; bounds the answer for texts without pages. */
const MAX_TEXT_PER_PART = 500_000;
const COMPARISON_LIMIT = {
  max: 4,
  message: 'Too many comparisons requested at once. Wait for them to finish.',
};

interface ComparedVersions {
  readonly a: number;
  readonly b: number;
  /** The offset at which the part begins in the text of each version. */
  readonly from: { readonly a: number; readonly b: number };
}

/** Compares the texts of two versions that the actor may open. The text itself is only for those who may download it. */
export function compareVersions(
  ctx: Context,
  fileId: number,
  { a, b, from }: ComparedVersions,
): Promise<Comparison> {
  const { comparison } = ctx.documents;
  return withConcurrencyLimit(ctx, comparison, COMPARISON_LIMIT, async () => {
    const [before, after] = [
      await loadFileVersion(ctx, fileId, a, 'view'),
      await loadFileVersion(ctx, fileId, b, 'view'),
    ];
    const textOfB = await openText(ctx, after);
    const texts = { a: await openText(ctx, before), b: textOfB };
    const owner = [...new Set([before, after].map(senderOf))].join(' ');
    const request = { from, maxPages: MAX_PAGES_PER_PART, maxText: MAX_TEXT_PER_PART };
    const part = await rejectWhenBusy(comparison.compare({ owner, ...texts }, request));
    if (!part)
      throw new AppError('unsupported-type', 'These versions differ too much to be compared by text.');
    // Comparing can take seconds, in which a right may have been revoked or a version withdrawn.
    const now = { ...ctx, actor: await reloadActor(ctx) };
    for (const { version, current_version } of [before, after])
      if (version === current_version) await assertVersionReadable(now, fileId, version, 'view');
      else await loadFileVersion(now, fileId, version, 'view');
    for (const version of a === b ? [after] : [before, after]) {
      await recordView(now, version);
      await auditView(now, version);
    }
    const isTextShown = mayReadText(now, before) && mayReadText(now, after);
    const { rows, hunks, next } = part;
    return {
      hunks: [...hunks],
      rows: isTextShown ? [...rows] : [],
      isTextShown,
      truncated: next && { page: next.page, from: `${next.a}-${next.b}` },
    };
  });
}

const mayReadText = ({ actor }: Context, version: LoadedFile): boolean =>
  filePolicy.downloadOriginal(actor, toFileResource(version));
