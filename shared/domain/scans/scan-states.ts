/**
 * Why the content of a file is withheld: it awaits its scan for viruses, one was found, the scanner cannot scan it, or it was
 * removed for good with its closed room. Content that was scanned, or added while no scanner was configured, has none of these
 * states.
 */
export const WITHHELD_STATES = ['scanning', 'infected', 'unscannable', 'removed'] as const;
export type WithheldState = (typeof WITHHELD_STATES)[number];

/** The state of stored content; `null` before its first scan. */
export type ScanState = WithheldState | 'clean' | null;

export const isWithheld = (state: ScanState): state is WithheldState => state !== null && state !== 'clean';
