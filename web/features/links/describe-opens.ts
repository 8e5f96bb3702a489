import type { Link } from '#shared/contracts/links/links.ts';

/** Names what a link opens; `undefined` without anything that the reader has access to. */
export function describeOpens({ targets, group, archive }: Link): string | undefined {
  if (archive) return archive.roomName === '' ? undefined : `an archive of ${archive.roomName}`;
  if (group) return group.roomName === '' ? undefined : `${group.name} in ${group.roomName}`;
  return targets.length === 0 ? undefined : targets.map(({ name }) => name).join(', ');
}
