/** The time in which people sign in at their company and come back. */
export const COMPANY_CHALLENGE_LIFETIME_MS = 15 * 60 * 1000;
