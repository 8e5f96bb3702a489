import type { Closing } from '#shared/contracts/rooms/closing.ts';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { countOf } from '#shared/domain/format.ts';

/** The way of a manager to get an archive with all originals; an archived room cannot be opened. */
const ASK =
  'Have an administrator who can read the room create and verify another archive: administrators get originals.';
const OPEN = 'Or open the room, allow downloads without a watermark, close it again and create one.';

/** The part about the removal, which a node of an earlier version does not send. */
type Removal = Partial<Pick<Closing, 'removal'>>;

/** Says what keeps the content of a closed room from being removed; nothing when only the date does, or that is not known. */
export function describeObstacle({
  state,
  removal,
  evidence: { archive },
  mayArchive,
}: Removal & Pick<Closing, 'state' | 'evidence' | 'mayArchive'>): string | undefined {
  if (removal === undefined) return undefined;
  const { isArchived, isWithheld, hasBegun, withoutOriginal } = removal;
  if (isArchived && (hasBegun || !isWithheld)) return undefined;
  if (isArchived)
    return `Nothing is removed while content of the room, its trash or its earlier versions is withheld because of a virus scan. ${state === 'archived' ? 'Ask an administrator.' : 'Open the room and delete that content, also from the trash, or ask an administrator.'}`;
  // A room whose removal has begun stays closed too.
  const remedy = state === 'archived' || hasBegun ? ASK : `${ASK} ${OPEN}`;
  const begun = hasBegun
    ? `The removal has stopped, and the archive of what was removed is kept. What is left stays until another archive has all of it${state === 'archived' ? '' : ', or for good if you keep the content or archive the room'}. `
    : '';
  if (withoutOriginal !== null)
    return `${begun}${countOf(withoutOriginal, 'document is', 'documents are')} not in the archive in ${withoutOriginal === 1 ? 'its' : 'their'} original form, so nothing is removed. ${remedy}`;
  // An archived room keeps one that was verified, beside which others may be made.
  const hasVerified = mayArchive || (state === 'archived' && archive?.verification !== 'invalid');
  if (hasVerified)
    return `${begun}It is not known whether the archive has the original of every document, since an earlier version created it: nothing is removed. Create and verify another one.`;
  return begun === '' ? undefined : `${begun}${remedy}`;
}

/** Names what a removal takes and no archive has, with its number where that is known. */
export function describeLoss({ removal }: Removal): string | undefined {
  if (removal === undefined)
    return 'Archives contain neither earlier versions nor the trash. A removal loses them.';
  const { versions, trash } = removal;
  if (versions + trash === 0) return undefined;
  const kinds = [
    ...(versions === 0 ? [] : [countOf(versions, 'earlier version or draft', 'earlier versions and drafts')]),
    ...(trash === 0 ? [] : [`${countOf(trash, 'file')} in the trash`]),
  ];
  return `Archives contain neither earlier versions nor the trash. A removal loses ${kinds.join(' and ')}.`;
}

/** Says before a room is closed that its archive would lack originals. */
export const describeRules = ({ settings }: RoomWithSettings): string | undefined =>
  settings.allowDownloads && !settings.watermarkPages
    ? undefined
    : 'Its rules forbid downloads, or put a watermark on them: an archive that you create then lacks originals, and nothing is removed. Change the rules before you close the room, or have an administrator who can read the room create the archive.';
