import type { Context, Requester } from '#server/app/context.ts';

/** The views of a group that a check compares. */
export interface Views {
  /** The views whose content the check covers together. A group also learns what it sees until a draft takes it away. */
  readonly covered: readonly Requester[];
  /** The view of the group at this moment. */
  readonly now: Requester;
  /** The view of the group without the drafts to which the check is limited; absent in a check of everything. */
  readonly without?: Requester;
  /** The check that is limited to drafts, of what only these show. */
  readonly checkId?: number;
}

export function viewsOf({ actor, now, preview }: Requester): Views {
  const present = { actor, now };
  if (preview === undefined) return { covered: [present], now: present };
  if (preview === 'scheduled') return { covered: [{ ...present, preview }, present], now: present };
  if (typeof preview === 'string') {
    // Drafts may be published before what is scheduled, or after it.
    const orders = (['drafts', 'drafts-before-scheduled'] as const).map((order) => ({
      ...present,
      preview: order,
    }));
    return { covered: [...orders, present], now: present };
  }
  return {
    // What is scheduled may take away tomorrow what the drafts show today, or show what they hide.
    covered: (['before', 'after', 'none'] as const).map((scheduled) => ({
      ...present,
      preview: { ...preview, scheduled },
    })),
    now: present,
    without: { ...present, preview: 'scheduled' },
    checkId: preview.checkId,
  };
}

/** The preview of a check that is limited to drafts. */
export const previewOfSelection = (checkId: number): NonNullable<Context['preview']> => ({
  checkId,
  scheduled: 'before',
});
