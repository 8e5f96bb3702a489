import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CheckSummary } from './check-summary.tsx';
import { isUnfinished, useCheck, useLatestCheck, useRequestCheck } from './exposure-api.ts';
import { ExposureSettingsForm } from './exposure-settings-form.tsx';
import { countThings } from './finding-labels.ts';
import { FindingsView } from './findings-view.tsx';

interface ExposurePanelProps {
  group: Group;
  mayManage: boolean;
  /** The room is closed: findings are not decided any more. */
  isReadOnly: boolean;
}

/** Shows what a group would learn from everything that it can reach, and takes the decisions on it. */
export function ExposurePanel({ group, mayManage, isReadOnly }: ExposurePanelProps) {
  const latest = useLatestCheck(group.id);
  if (latest.error && latest.data === undefined)
    return <LoadError error={latest.error} onRetry={() => void latest.refetch()} />;
  if (latest.data === undefined) return <ListSkeleton />;
  return (
    <>
      {latest.data === null ? (
        <NoCheck {...{ group, mayManage }} />
      ) : (
        <LatestCheck key={latest.data.id} id={latest.data.id} {...{ group, mayManage, isReadOnly }} />
      )}
      <ExposureSettingsForm roomId={group.roomId} mayManage={mayManage} />
    </>
  );
}

function NoCheck({ group, mayManage }: Omit<ExposurePanelProps, 'isReadOnly'>) {
  return (
    <>
      <Card>
        <EmptyState
          icon={ShieldCheck}
          title="Not checked yet"
          description={`A check finds personal data, hidden content and listed names in everything that ${group.name} can reach.`}
        />
      </Card>
      {mayManage && <StartForm group={group} isAgain={false} />}
    </>
  );
}

function LatestCheck({ id, group, mayManage, isReadOnly }: ExposurePanelProps & { id: number }) {
  const { data: check, error, refetch } = useCheck(id);
  if (error && !check) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!check) return <ListSkeleton />;
  if (isUnfinished(check)) return <RunningCheck check={check} />;
  return (
    <>
      {check.state === 'failed' ? (
        <Notice tone="danger">The check failed after three attempts.{mayManage && ' Run it again.'}</Notice>
      ) : (
        <>
          <CheckSummary check={check} mayManage={mayManage} />
          <FindingsView check={check} rights={{ mayDecide: !isReadOnly, mayLower: mayManage }} />
        </>
      )}
      {mayManage && <StartForm group={group} isAgain />}
    </>
  );
}

function RunningCheck({ check }: { check: ExposureCheckDetails }) {
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold text-base">
        {check.state === 'waiting'
          ? check.notIndexed > 0
            ? `Waiting until ${countThings(check.notIndexed, 'document')} can be searched`
            : 'Waiting to start'
          : `Checking ${countThings(check.documents, 'document')}`}
      </h2>
      <ProgressBar label="Exposure check" value={check.state === 'waiting' ? null : check.progress} />
      <p className="text-ink-muted">You can leave this page. The check continues.</p>
    </Card>
  );
}

function StartForm({ group, isAgain }: { group: Group; isAgain: boolean }) {
  const [includeDrafts, setIncludeDrafts] = useState(true);
  const request = useRequestCheck(group.id);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
      <Checkbox
        label="Include drafts, as if they were published"
        checked={includeDrafts}
        onChange={(event) => setIncludeDrafts(event.target.checked)}
      />
      <Button
        variant={isAgain ? 'secondary' : 'primary'}
        icon={ShieldCheck}
        busy={request.isPending}
        onClick={() => request.mutate(includeDrafts)}
      >
        {isAgain ? 'Check Again' : 'Run Check'}
      </Button>
    </Card>
  );
}
