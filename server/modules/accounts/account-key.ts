/** Names that look alike to people count as one: compatibility forms and case are folded. */
export const accountKey = (text: string): string => text.normalize('NFKC').toLowerCase();
