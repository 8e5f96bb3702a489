/** How the holder of a session proved who they are. */
export const SESSION_ASSURANCES = ['password', 'second-factor', 'passkey', 'oidc'] as const;

export type SessionAssurance = (typeof SESSION_ASSURANCES)[number];
