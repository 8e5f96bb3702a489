import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { describeScope } from './describe-scope.ts';
import { useSignOff } from './exposure-api.ts';
import { countThings } from './finding-labels.ts';

interface CheckSummaryProps {
  check: ExposureCheckDetails;
  mayManage: boolean;
}

/** Says what a check covered, and lets managers sign it off. */
export function CheckSummary({ check, mayManage }: CheckSummaryProps) {
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
            {countThings(check.findings, 'finding')} · {countThings(check.documents, 'document')}
            {describeVersions(check)} checked
            {check.signedOffAt !== null && <Badge tone="success">Signed off</Badge>}
            {check.signedOffAt === null && check.undecided > 0 && (
              <Badge tone="warning">{check.undecided.toLocaleString('en')} undecided</Badge>
            )}
            {check.newFindings > 0 && (
              <Badge tone="accent">{check.newFindings.toLocaleString('en')} new</Badge>
            )}
          </h2>
          <p className="text-ink-muted">{describeRun(check)}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          {check.findings > 0 && (
            <ButtonLink
              icon={Download}
              opens="download"
              href={buildUrl('GET /api/exposure-checks/:id/export', { params: { id: check.id } })}
            >
              Export CSV
            </ButtonLink>
          )}
          {mayManage && check.signedOffAt === null && <SignOffButton check={check} />}
        </span>
      </div>
      <CheckNotices check={check} />
      {check.questions.length > 0 && <QuestionList questions={check.questions} />}
    </Card>
  );
}

/** Says what the check does not cover. */
function CheckNotices({ check }: Pick<CheckSummaryProps, 'check'>) {
  return (
    <>
      {check.isOutOfDate && check.signedOffAt === null && (
        <Notice
          tone="warning"
          action={
            <ButtonLink size="small" href={`/rooms/${check.roomId}/publish`}>
              Publish
            </ButtonLink>
          }
        >
          A selected draft has changed since, is no draft any more, shows other documents, or could not be
          read yet, or the names or test questions of the room have changed. Check the drafts again before you
          publish them.
        </Notice>
      )}
      {check.notIndexed > 0 && (
        <Notice tone="warning">
          {countThings(check.notIndexed, 'document')} not read yet.{' '}
          {check.selection ? 'Check the drafts again' : 'Check again'} when reading is done.
        </Notice>
      )}
      {check.unread > 0 && (
        <Notice tone="warning">
          {countThings(check.unread, 'document')} could not be read completely, such as images or encrypted
          files. Look at them yourself: they are listed under Documents.
        </Notice>
      )}
      {check.draftedChanges > 0 && (
        <Notice tone="warning">
          {countThings(check.draftedChanges, 'move, version or level', 'moves, versions and levels')} of the
          drafts {check.draftedChanges === 1 ? 'is' : 'are'} not part of this check. Include drafts to see
          what they will show.
        </Notice>
      )}
    </>
  );
}

/** Names the versions that were read beside the current ones. */
function describeVersions({ earlierVersions, draftedVersions }: ExposureCheckDetails): string {
  const parts = [
    ...(earlierVersions > 0 ? [countThings(earlierVersions, 'earlier version')] : []),
    ...(draftedVersions > 0 ? [countThings(draftedVersions, 'drafted version')] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

function describeRun({ finishedAt, createdAt, signedOffAt, signedOffBy, ...scope }: ExposureCheckDetails) {
  const checked = `Checked ${formatDateTime(finishedAt ?? createdAt)}, ${describeScope(scope)}`;
  return signedOffAt === null
    ? checked
    : `${checked}. Signed off by ${signedOffBy ?? 'a former user'} ${formatDateTime(signedOffAt)}`;
}

function QuestionList({ questions }: Pick<ExposureCheckDetails, 'questions'>) {
  return (
    <ul className="flex flex-col gap-1" aria-label="Test questions">
      {questions.map(({ question, documents }) => (
        <li key={question} className="flex flex-wrap items-center gap-2 wrap-anywhere">
          <span>“{question}”</span>
          <Badge tone={documents === 0 ? 'success' : 'warning'}>
            {documents === 0 ? 'No answer' : `Answered by ${countThings(documents, 'document')}`}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function SignOffButton({ check }: { check: ExposureCheckDetails }) {
  const [isOpen, setOpen] = useState(false);
  const signOff = useSignOff(check.id);
  const isReady = check.undecided === 0 && check.notIndexed === 0 && !check.isOutOfDate;
  return (
    <>
      <Button variant="primary" disabled={!isReady} onClick={() => setOpen(true)}>
        Sign Off
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Sign Off the Check of ${check.groupName}`}
        description="Your name and the time are kept with the check and all its decisions, which cannot be changed then."
      >
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            variant="primary"
            busy={signOff.isPending}
            onClick={() => signOff.mutate(undefined, { onSettled: () => setOpen(false) })}
          >
            Sign Off
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
