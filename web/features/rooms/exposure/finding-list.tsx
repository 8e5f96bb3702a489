import { useState } from 'react';
import type { ExposureCheckDetails, ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { describeDraft } from './describe-scope.ts';
import { type FindingFilter, useDecide, useFindings } from './exposure-api.ts';
import { FINDING_LABELS } from './finding-labels.ts';
import { LowerLink, PageLink } from './finding-links.tsx';

export interface FindingRights {
  /** The room can be changed. */
  mayDecide: boolean;
  /** The user changes levels too. */
  mayLower: boolean;
}

interface FindingListProps {
  check: ExposureCheckDetails;
  filter: FindingFilter;
  rights: FindingRights;
}

/** Lists findings with the text around them, those of a document together. */
export function FindingList({ check, filter, rights }: FindingListProps) {
  const [accepting, setAccepting] = useState<ExposureFinding>();
  const list = useFindings(check.id, filter);
  if (list.error && !list.data) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <ListSkeleton />;
  const findings = list.data.pages.flatMap(({ result }) => result);
  if (findings.length === 0) return <p className="text-ink-muted">No findings match.</p>;
  return (
    <>
      {groupByFile(findings).map(([first, ...others]) => (
        <Card key={first.id} className="flex flex-col p-4">
          <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {placeOf(first)}
            {first.isNew && <Badge tone="accent">New</Badge>}
            {first.draft && (
              <span className="font-normal text-ink-muted text-xs">{describeDraft(first.draft)}</span>
            )}
          </h3>
          <ul className="divide-y divide-line">
            {[first, ...others].map((finding) => (
              <FindingRow
                key={finding.id}
                {...{ finding, check, rights }}
                onAccept={() => setAccepting(finding)}
              />
            ))}
          </ul>
        </Card>
      ))}
      <ShowMore list={list} />
      {accepting && (
        <AcceptDialog checkId={check.id} finding={accepting} onClose={() => setAccepting(undefined)} />
      )}
    </>
  );
}

type FileFindings = readonly [ExposureFinding, ...ExposureFinding[]];

/** Names the document, or the folder or placeholder whose name tells something. */
function placeOf({ kind, fileId, fileName, text }: ExposureFinding): string {
  if (fileId !== null) return fileName ?? 'A document that is no longer here';
  const thing = kind === 'placeholder-name' ? 'placeholder' : 'folder';
  if (!text) return `A ${thing} that is no longer here`;
  return `${thing === 'folder' ? 'Folder' : 'Placeholder'} ${text.before}${text.found}${text.after}`;
}

/** Puts neighbors of one document or folder together; names and answers come after what was found in contents. */
function groupByFile(findings: readonly ExposureFinding[]): FileFindings[] {
  const groups: [ExposureFinding, ...ExposureFinding[]][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    if (last && placeKeyOf(last[0]) === placeKeyOf(finding)) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

const placeKeyOf = (finding: ExposureFinding): string =>
  finding.fileId === null ? placeOf(finding) : String(finding.fileId);

interface FindingRowProps {
  finding: ExposureFinding;
  check: ExposureCheckDetails;
  rights: FindingRights;
  onAccept: () => void;
}

function FindingRow({ finding, check, rights, onAccept }: FindingRowProps) {
  const decide = useDecide(check.id);
  const { text, question, decision } = finding;
  const name = `${FINDING_LABELS[finding.kind][0]} ${text?.found ?? ''}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-ink-muted text-xs">
          <span className="font-medium text-ink">{FINDING_LABELS[finding.kind][0]}</span>
          <PageLink finding={finding} />
          <VersionBadge finding={finding} />
          {question !== null && <span className="wrap-anywhere">“{question}”</span>}
        </p>
        {text ? (
          <p className="wrap-anywhere">
            <span className="text-ink-muted">{text.before}</span>
            <mark className="rounded-sm bg-warning-soft px-0.5 text-warning-ink">{text.found}</mark>
            <span className="text-ink-muted">{text.after}</span>
          </p>
        ) : (
          <p className="text-ink-muted">
            {finding.fileId === null
              ? 'It is no longer here.'
              : 'The document has changed or is no longer here.'}
          </p>
        )}
        {decision !== null && <DecisionNote finding={finding} />}
      </div>
      {rights.mayDecide && check.signedOffAt === null && (
        <span className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Accept ${name}`} onClick={onAccept}>
            Accept
          </Button>
          {rights.mayLower && decision !== 'accept' && (finding.fileName ?? finding.folderId) !== null && (
            <>
              <LowerLink {...{ finding, check }} />
              {decision === null && (
                <Button
                  size="small"
                  aria-label={`Mark as Lowered: ${name}`}
                  busy={decide.isPending}
                  onClick={() => decide.mutate(lower(finding))}
                >
                  Mark as Lowered
                </Button>
              )}
            </>
          )}
        </span>
      )}
    </li>
  );
}

const lower = (finding: ExposureFinding) =>
  ({ finding, decision: 'lower', reason: '', alsoSame: false }) as const;

/** Names a version other than the current one. */
function VersionBadge({ finding: { version, versionState } }: { finding: ExposureFinding }) {
  if (versionState === null || versionState === 'current') return null;
  return (
    <Badge tone="accent">
      {versionState === 'draft' ? `Drafted version ${version}` : `Earlier version ${version}`}
    </Badge>
  );
}

function DecisionNote({ finding: { decision, reason, decidedBy, decidedAt } }: { finding: ExposureFinding }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted text-xs wrap-anywhere">
      <Badge tone={decision === 'accept' ? 'success' : 'accent'}>
        {decision === 'accept' ? 'Accepted' : 'Marked as lowered'}
      </Badge>
      {[reason, decidedBy, decidedAt && formatDateTime(decidedAt)].filter(Boolean).join(' · ')}
    </p>
  );
}
