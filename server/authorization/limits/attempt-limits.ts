const QUARTER_HOUR_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 4 * QUARTER_HOUR_MS;

/**
 * Attempts within the window: of `token`, in links, and `api-token` the failures; of `registration` every attempt, since each
 * costs a hash, and of `taken-name` those whose name or address somebody has; of `lookup` every call that tells whether somebody
 * has an account; of `unknown-account` the accounts named by an id that the person does not know, and `found-account` remembers
 * one that they found; of `invitation` every one, since each may send an unsolicited mail; of `mailed-link` every request of an
 * address for a mailed link, and of `account-link` every mail to an account; of `reading` every batch of view times: one viewer
 * sends 180, and sixteen may share a link; of `short-append` every short request of a resumable upload, since each rewrites up
 * to 1 MB; of `receipt` and `certificate` every one of a person, since each reads all that they can see. Of links: of
 * `link-email` the addresses entered from a network, of `link-code-interval` and `link-code-mail` the codes mailed to an
 * address, of `link-code` the wrong codes, and of `link-entry` the admissions, since each may add a row; of `challenge` the
 * sign-ins begun from a network without a password that did not succeed, which add a row each; `confirmation` remembers one that
 * an agent used, for longer than it is valid; of `model-answer` the answers that a language model writes for a person, and of
 * `link-model-answer` those for all visitors of a link, who can come again as others. `sign-in-limits.ts` counts passwords.
 */
export const MAX_ATTEMPTS = {
  token: 50,
  'api-token': 100,
  registration: 1_000,
  // More than are verified at the same time, so that no burst of free names is refused.
  'taken-name': 100,
  lookup: 100,
  'unknown-account': 20,
  'found-account': 1,
  invitation: 100,
  'mailed-link': 10,
  'account-link': 3,
  reading: 3_000,
  'short-append': 60,
  receipt: 20,
  certificate: 20,
  'link-email': 60,
  'link-code-interval': 1,
  'link-code-mail': 5,
  'link-code': 100,
  'link-entry': 200,
  challenge: 300,
  confirmation: 1,
  'model-answer': 300,
  'link-model-answer': 3_000,
} as const;
/** How long attempts of a kind count. */
export const WINDOW_MS = {
  token: QUARTER_HOUR_MS,
  'api-token': QUARTER_HOUR_MS,
  registration: QUARTER_HOUR_MS,
  'taken-name': QUARTER_HOUR_MS,
  lookup: QUARTER_HOUR_MS,
  'unknown-account': DAY_MS,
  'found-account': 4 * QUARTER_HOUR_MS,
  invitation: 4 * QUARTER_HOUR_MS,
  'mailed-link': 4 * QUARTER_HOUR_MS,
  'account-link': 4 * QUARTER_HOUR_MS,
  reading: QUARTER_HOUR_MS,
  'short-append': 60_000,
  receipt: 4 * QUARTER_HOUR_MS,
  certificate: 4 * QUARTER_HOUR_MS,
  'link-email': 4 * QUARTER_HOUR_MS,
  'link-code-interval': 30_000,
  'link-code-mail': 4 * QUARTER_HOUR_MS,
  'link-code': QUARTER_HOUR_MS,
  'link-entry': QUARTER_HOUR_MS,
  challenge: QUARTER_HOUR_MS,
  confirmation: QUARTER_HOUR_MS,
  'model-answer': DAY_MS,
  'link-model-answer': DAY_MS,
} as const;
