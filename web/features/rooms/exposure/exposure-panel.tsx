import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CheckSummary } from './check-summary.tsx';
import { EarlierChecks } from './earlier-checks.tsx';
import { isUnfinished, useCheck, useLatestCheck, useRequestCheck } from './exposure-api.ts';
import { ExposureSettingsForm } from './exposure-settings-form.tsx';
import { countThings } from './finding-labels.ts';
import { FindingsView } from './findings-view.tsx';
import { useOpenCheck } from './open-check.ts';

interface ExposurePanelProps {
  group: Pick<Group, 'id' | 'roomId' | 'name'>;
  mayManage: boolean;
  /** The room is closed: findings are not decided any more. */
  isReadOnly: boolean;
}

/** Shows what a group would learn from everything that it can reach, and takes the decisions on it. */
export function ExposurePanel({ group, mayManage, isReadOnly }: ExposurePanelProps) {
  const latest = useLatestCheck(group.id);
  const [openId, open] = useOpenCheck();
  if (latest.error && latest.data === undefined)
    return <LoadError error={latest.error} onRetry={() => void latest.refetch()} />;
  if (latest.data === undefined) return <ListSkeleton />;
  return (
    <>
      {latest.data === null && <NoCheck {...{ group, mayManage }} />}
      {latest.data && (
        <ShownCheck
          latestId={latest.data.id}
          openId={openId}
          onOpen={open}
          {...{ group, mayManage, isReadOnly }}
        />
      )}
      <ExposureSettingsForm roomId={group.roomId} mayManage={mayManage} />
    </>
  );
}

interface ShownCheckProps extends ExposurePanelProps {
  latestId: number;
  /** The check that was opened in place of the newest one. */
  openId: number | null;
  onOpen: (id: number | null) => void;
}

/**
 * Shows the newest check, or one that was opened, and the list of the others. One that a newer check of its kind replaces is only
 * read.
 */
function ShownCheck({ latestId, openId, onOpen, ...props }: ShownCheckProps) {
  const { data: opened, isPending } = useCheck(openId ?? latestId);
  const isOpen = openId !== null && openId !== latestId && (!opened || opened.groupId === props.group.id);
  const shownId = isOpen ? openId : latestId;
  const isEarlier = isOpen && opened?.isNewest !== true;
  const section = useRef<HTMLElement>(null);
  const open = (id: number | null) => {
    onOpen(id);
    // The button is gone with the row or notice that it was in.
    section.current?.focus();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={isEarlier ? 'Earlier check' : isOpen ? 'Other check' : 'Newest check'}
      className="flex flex-col gap-5 outline-none"
    >
      {isOpen && !isPending && (
        <Notice
          tone="info"
          action={
            <Button size="small" onClick={() => open(null)}>
              Newest Check
            </Button>
          }
        >
          {isEarlier
            ? 'This is an earlier check. What the group can reach may have changed since.'
            : 'A newer check covers something else.'}
        </Notice>
      )}
      <FinishedOrRunning
        key={shownId}
        id={shownId}
        group={props.group}
        mayManage={props.mayManage && !isEarlier}
        isReadOnly={props.isReadOnly || isEarlier}
        onStart={() => onOpen(null)}
      />
      <EarlierChecks groupId={props.group.id} shownId={shownId} onOpen={open} />
    </section>
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
      {mayManage && <StartForm group={group} label="Run Check" onStart={() => undefined} />}
    </>
  );
}

interface FinishedOrRunningProps extends ExposurePanelProps {
  id: number;
  /** Called when another check is started. */
  onStart: () => void;
}

function FinishedOrRunning({ id, group, mayManage, isReadOnly, onStart }: FinishedOrRunningProps) {
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
      {mayManage && (
        // Selected drafts are checked again where they are selected.
        <StartForm label={check.selection ? 'Check Everything' : 'Check Again'} {...{ group, onStart }} />
      )}
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

interface StartFormProps extends Pick<FinishedOrRunningProps, 'group' | 'onStart'> {
  label: 'Run Check' | 'Check Again' | 'Check Everything';
}

function StartForm({ group, label, onStart }: StartFormProps) {
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
        variant={label === 'Run Check' ? 'primary' : 'secondary'}
        icon={ShieldCheck}
        busy={request.isPending}
        onClick={() => request.mutate({ includeDrafts }, { onSuccess: onStart })}
      >
        {label}
      </Button>
    </Card>
  );
}
