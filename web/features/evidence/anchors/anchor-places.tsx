import type { Anchor, AnchorPlace, AnchorState } from '#shared/contracts/evidence/anchors.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';

export const PLACES: Readonly<Record<Anchor['kind'], string>> = {
  rfc3161: 'Time-stamp server',
  file: 'File',
  bucket: 'Bucket',
  mail: 'Mail',
  digest: 'Emails about changes',
};

/** Says what an administrator does about a failure; mails are queued, so that they do not fail here. */
const REMEDIES: Readonly<Record<Anchor['kind'], string>> = {
  rfc3161: 'Check the address of the time-stamp server, and that this installation can reach it.',
  file: 'Check that the folder of ANCHOR_FILE exists and that this installation may write to it.',
  bucket: 'Check the bucket that ANCHOR_S3_BUCKET names, its keys, and that this installation can reach it.',
  mail: 'Check the outbox.',
  digest: 'Check the outbox.',
};

interface AnchorPlacesProps {
  state: AnchorState;
  /** Managers of rooms cannot change the places. */
  isAdmin: boolean;
}

/**
 * Shows the newest tree head, and for each place whether it is kept there, when one was last kept, what failed and what to do.
 */
export function AnchorPlaces({ state: { treeHead, places }, isAdmin }: AnchorPlacesProps) {
  return (
    <div className="flex flex-col gap-3">
      {treeHead ? (
        <p className="wrap-anywhere">
          Newest tree head: entry {treeHead.treeSize.toLocaleString('en-US')}, signed{' '}
          <time dateTime={treeHead.signedAt}>{formatDateTime(treeHead.signedAt)}</time> with key{' '}
          <span className="font-mono">{treeHead.keyId}</span>
        </p>
      ) : (
        <p className="text-ink-muted">No tree head is signed yet. One is signed within the hour.</p>
      )}
      {places.length > 0 ? (
        <ul aria-label="Places" className="divide-y divide-line">
          {places.map((place) => (
            <PlaceItem key={place.kind} place={place} isAdmin={isAdmin} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted">
          Tree heads are kept nowhere else. {isAdmin ? 'Choose' : 'An administrator can choose'} a place
          outside this installation, which shows later whether the audit log was rewritten.
        </p>
      )}
    </div>
  );
}

function describeState({ isChosen, kept, failure }: AnchorPlace) {
  if (!isChosen) return { tone: 'neutral', label: 'Off' } as const;
  if (failure) return { tone: 'danger', label: 'Failed' } as const;
  return kept
    ? ({ tone: 'success', label: 'Kept' } as const)
    : ({ tone: 'accent', label: 'Waiting' } as const);
}

function PlaceItem({ place, isAdmin }: { place: AnchorPlace; isAdmin: boolean }) {
  const { kind, isChosen, kept, failure } = place;
  const { tone, label } = describeState(place);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{PLACES[kind]}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-ink-muted">
        {kept ? (
          <>
            Last kept <time dateTime={kept.at}>{formatDateTime(kept.at)}</time>, entry{' '}
            {kept.treeSize.toLocaleString('en-US')}
          </>
        ) : (
          'Nothing is kept there yet.'
        )}
      </p>
      {isChosen && failure && (
        <p className="text-danger-ink wrap-anywhere">
          <time dateTime={failure.at}>{formatDateTime(failure.at)}</time>: {failure.error}{' '}
          {isAdmin ? REMEDIES[kind] : 'Tell an administrator.'} The next attempt follows within the hour.
        </p>
      )}
    </li>
  );
}
