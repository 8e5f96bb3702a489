/** Begins the keys of who can open each folder; apart from the calls, which live updates do not need. */
export const SHARING_KEY = ['invitations', 'sharing'] as const;
