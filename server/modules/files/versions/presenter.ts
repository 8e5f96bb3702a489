import type { Context } from '#server/app/context.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { filePolicy } from '#shared/policies/files.ts';
import type { VersionRow } from './queries.ts';

function presentAuthor({ author_name, author_display_name }: VersionRow) {
  return {
    username: author_name,
    ...(author_display_name !== null && { displayName: author_display_name }),
  };
}

/** Leaves out the author and the note for readers, and the hash, which confirms the content, for those who may not have it. */
export function presentVersion({ actor }: Context, file: LoadedFile, version: VersionRow): FileVersion {
  const resource = toFileResource(file);
  const isMember = filePolicy.seeUnpublishedVersions(actor, resource);
  return {
    number: version.number,
    size: version.size,
    sha256: filePolicy.downloadOriginal(actor, resource) ? version.sha256 : null,
    author: isMember ? presentAuthor(version) : null,
    createdAt: isoInstant(version.created_at),
    note: isMember ? version.note : null,
    isCurrent: version.number === file.current_version,
    ...(version.is_draft === 1 && { isDraft: true as const }),
    withdrawnAt: isoInstantOrNull(version.withdrawn_at),
    withdrawnReason: version.withdrawn_reason,
    ...(isWithheld(version.scan_state) && { scan: version.scan_state }),
  };
}
