/** The scopes of API tokens, each with everything before it: reading, changing, and the rights of an administrator. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const includesScope = (given: TokenScope, needed: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(given) >= TOKEN_SCOPES.indexOf(needed);
