/**
 * Whose rights have changed: of a person, of the members of a group, or of those who see something in the root folder of a
 * folder.
 */
type RightsHolder =
  | { readonly of: 'folder' | 'user' | 'invitation' | 'group'; readonly id: number }
  | { readonly of: 'all' | 'visitors' };

/** A change that a transaction announced; see `announced-tables.ts`. A folder with the id 0 is the root. */
export type Announced =
  | { readonly kind: 'file'; readonly id: number; readonly folderId: number; readonly ownerId: number }
  | { readonly kind: 'folder'; readonly id: number; readonly parentId: number; readonly ownerId: number }
  | ({ readonly kind: 'rights' } & RightsHolder)
  | { readonly kind: 'staff'; readonly topic: 'folder' | 'shares' | 'room'; readonly folderId: number }
  | { readonly kind: 'person'; readonly topic: 'invitations' | 'links'; readonly userId: number };

/** Parses what a trigger announces; `undefined` for what says nothing, or what only a later version knows. */
export function parseAnnouncement(text: string): Announced | undefined {
  const [kind, ...rest] = text.split(' ');
  if (kind === 'file') {
    const [id = 0, folderId = 0, ownerId = 0] = rest.map(Number);
    return { kind, id, folderId, ownerId };
  }
  if (kind === 'folder') {
    const [id = 0, parentId = 0, ownerId = 0] = rest.map(Number);
    return { kind, id, parentId, ownerId };
  }
  const [topic] = rest;
  const id = Number(rest[1] ?? 0);
  if (kind === 'rights' && (topic === 'all' || topic === 'visitors')) return { kind, of: topic };
  if (id === 0) return undefined;
  if (kind === 'rights' && isOneOf(topic, ['folder', 'user', 'invitation', 'group'] as const))
    return { kind, of: topic, id };
  if (kind === 'staff' && isOneOf(topic, ['folder', 'shares', 'room'] as const))
    return { kind, topic, folderId: id };
  if (kind === 'person' && isOneOf(topic, ['invitations', 'links'] as const))
    return { kind, topic, userId: id };
  return undefined;
}

const isOneOf = <T extends string>(word: string | undefined, words: readonly T[]): word is T =>
  words.some((each) => each === word);
