/** Returns the same key for names that look alike: compatibility forms and case are folded. */
export const accountKey = (text: string): string => text.normalize('NFKC').toLowerCase();
