/** Begins the keys of all queries about links; apart from their calls, which live updates do not need. */
export const LINKS_KEY = ['links'] as const;
