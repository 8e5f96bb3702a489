import { z } from 'zod';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createToken } from '#shared/contracts/programs/api-tokens.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/policies/token-scopes.ts';

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

export const tokenSchema = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(100, 'Use at most 100 characters'),
    agentName: z.string().trim().max(100, 'Use at most 100 characters'),
    scope: z.enum(TOKEN_SCOPES),
    /** The last day in the browser's time zone, or empty. */
    lastDay: z.string(),
    reach: z.enum(['everything', 'folders']),
    /** The ids of folders, as checkboxes have them. */
    folderIds: z.array(z.string()),
    addressRanges: z.string(),
  })
  .refine((values) => !isForFolders(values) || values.folderIds.length > 0, {
    path: ['reach'],
    error: 'Choose at least one folder',
  });
export type TokenFormValues = z.infer<typeof tokenSchema>;

/** Tokens of administrators are not limited to folders. */
const isForFolders = ({ reach, scope }: { reach: string; scope: TokenScope }): boolean =>
  reach === 'folders' && scope !== 'admin';

export const SCOPE_LABELS: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  write: 'Read and change',
  admin: 'Administer',
};

/** Returns the values of a new token, which ends in three months unless somebody decides otherwise. */
export function newTokenValues(now: number): TokenFormValues {
  const end = new Date(now + DEFAULT_DAYS * DAY_MS);
  const pad = (part: number) => String(part).padStart(2, '0');
  return {
    name: '',
    agentName: '',
    scope: 'read',
    lastDay: `${end.getFullYear()}-${pad(end.getMonth() + 1)}-${pad(end.getDate())}`,
    reach: 'everything',
    folderIds: [],
    addressRanges: '',
  };
}

/** Converts the form to the body of the call; blank fields limit nothing. */
export function toBody(values: TokenFormValues): BodyOf<typeof createToken> {
  const { name, scope, agentName, lastDay, folderIds, addressRanges } = values;
  const ranges = addressRanges.split(/[\s,;]+/).filter(Boolean);
  return {
    name,
    scope,
    agentName: agentName === '' ? null : agentName,
    expiresAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
    folderIds: isForFolders(values) ? folderIds.map(Number) : null,
    addressRanges: ranges.length > 0 ? ranges : null,
  };
}
