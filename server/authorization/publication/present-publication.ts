import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import type { AccessLevel } from '#shared/policies/actor.ts';

/** Presents when an entry was or will be published, to those who see drafts; nothing for what was never one. */
export function presentPublication(
  { published_at: at }: { readonly published_at: number | null },
  accessLevel: AccessLevel,
): { publishedAt?: string | null } {
  if (at === 0 || accessLevel === 'visitor') return {};
  return { publishedAt: isoInstantOrNull(at) };
}
