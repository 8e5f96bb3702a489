import { useId } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useAccessBelow } from './collaborators-api.ts';
import { describeVisitor } from './describe-visitor.ts';
import { PersonRow } from './person-row.tsx';

/** Lists who has access to folders below a folder, and through whom. Empty while nobody has. */
export function AccessBelow({ folderId }: { folderId: number }) {
  const headingId = useId();
  const { data, error, refetch } = useAccessBelow(folderId);
  // Silence would say that nobody has.
  if (error && !data)
    return (
      <LoadError
        error={error}
        summary="Failed to fetch access to subfolders"
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.collaborators.length + data.visitors.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="border-line border-t pt-3">
      <h3 id={headingId} className="font-medium">
        Access to subfolders
      </h3>
      <ul className="divide-y divide-line">
        {data.collaborators.map((each) => (
          <PersonRow
            key={`${each.folderId}-${each.id}`}
            name={each.username}
            email={each.email}
            source={`${each.folderName}${describeGiver(each)}`}
          />
        ))}
        {data.visitors.map((each) => (
          <PersonRow
            key={`${each.folderId}-visitor-${each.invitationId}`}
            name={each.email ?? 'Anyone with the link'}
            source={`${each.folderName} · ${describeVisitor(each)}${describeGiver(each)}`}
          />
        ))}
      </ul>
      {!data.isComplete && <p className="text-ink-muted">There are more people than shown here.</p>}
    </section>
  );
}

const describeGiver = ({ givenBy }: { givenBy: { username: string } | null }): string =>
  givenBy === null ? '' : ` · through ${givenBy.username}`;
