/** The two lists that stand side by side, or one above the other on phones. */
export const LIST_STYLES = 'h-56 rounded-md border border-line p-1 max-md:h-40';
