import { useState } from 'react';
import type { DraftSelection, Drafts } from '#shared/contracts/rooms/drafts.ts';
import { countSelected, type DraftKeys, listKeys, toggleDraft, toSelection } from './choose-drafts.ts';

/** The drafts of a room that are to be published. */
export interface DraftChoice {
  /** Undefined while all are chosen, those included that are not listed. */
  readonly selection: DraftSelection | undefined;
  isChosen(key: string): boolean;
  toggle(key: string): void;
  /** Chooses all, or none. */
  toggleAll(): void;
}

/** Chooses drafts: all at first. Once some are left out, what is added later is not chosen by itself. */
export function useDraftChoice(drafts: Drafts): DraftChoice {
  const [chosen, setChosen] = useState<DraftKeys>();
  const keys = listKeys(drafts);
  const hasUnlisted = drafts.folders + drafts.files + drafts.changeCount > keys.length;
  const selection = chosen && toSelection(drafts, chosen);
  const isAll = !selection || (!hasUnlisted && countSelected(selection) === keys.length);
  return {
    selection: isAll ? undefined : selection,
    isChosen: (key) => isAll || chosen?.has(key) === true,
    toggle: (key) => setChosen(toggleDraft(drafts, isAll ? new Set(keys) : (chosen ?? new Set()), key)),
    toggleAll: () => setChosen(isAll ? new Set() : undefined),
  };
}
