import { Link } from 'wouter';
import type { ExposureCheckDetails, ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { buildFilePath } from '#web/features/viewers/passage.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';

interface LowerLinkProps {
  finding: ExposureFinding;
  check: ExposureCheckDetails;
}

/** Opens the grid at the file or folder in a new tab, so that the list stays where it is. */
export function LowerLink({ finding, check }: LowerLinkProps) {
  const { fileId, folderId } = finding;
  // The room has no level of its own; a code name takes the place of its name.
  if (folderId === check.roomId)
    return (
      <ButtonLink size="small" opens="new-tab" href={`/rooms/${check.roomId}/settings`}>
        Change Code Name
      </ButtonLink>
    );
  const target = folderId === null ? `file=${fileId}` : `folder=${folderId}`;
  return (
    <ButtonLink
      size="small"
      opens="new-tab"
      href={`/rooms/${check.roomId}/permissions?${target}&group=${check.groupId}`}
    >
      Lower Access
    </ButtonLink>
  );
}

/** Leads to the page, the version or the folder in which something was found. */
export function PageLink({
  finding: { fileId, fileName, folderId, page, text, version, versionState },
}: {
  finding: ExposureFinding;
}) {
  if (folderId !== null)
    return (
      <Link href={`/folder/${folderId}`} className="rounded-sm underline">
        Open
      </Link>
    );
  if (fileName === null || fileId === null) return null;
  if (versionState === 'earlier' || versionState === 'draft')
    return (
      <Link href={`/file/${fileId}/versions/${version}`} className="rounded-sm underline">
        {page === null ? 'Open' : `Page ${page}`}
      </Link>
    );
  const quote = text && text.before + text.after !== '' ? text.found : undefined;
  return (
    <Link
      href={buildFilePath(fileId, { ...(page !== null && { page }), ...(quote !== undefined && { quote }) })}
      className="rounded-sm underline"
    >
      {page === null ? 'Open' : `Page ${page}`}
    </Link>
  );
}
