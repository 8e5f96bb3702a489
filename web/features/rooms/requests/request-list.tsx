import ClipboardList from 'lucide-react/icons/clipboard-list';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { downloadBlob } from '#web/lib/browser/download.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AddRequestForm } from './add-request-form.tsx';
import { useAreas, useRequests } from './api.ts';
import { AreaRequests } from './area-requests.tsx';
import {
  arrangeRequests,
  formatRequestsCsv,
  type ListOptions,
  SORTS,
  STATE_LABELS,
} from './arrange-requests.ts';
import { ImportRequests } from './import-requests.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { useStaffNames } from './staff-names.ts';

const STATE_OPTIONS = [
  { value: 'all', label: 'All states' },
  { value: 'late', label: 'Overdue' },
  ...Object.entries(STATE_LABELS).map(([value, label]) => ({ value, label })),
];
const SORT_OPTIONS = Object.entries(SORTS).map(([value, label]) => ({
  value,
  label: `By ${label.toLowerCase()}`,
}));

const ALL_REQUESTS: ListOptions = { text: '', state: 'all', group: 'all', sort: 'number' };

interface RequestListProps {
  roomId: number;
  isStaff: boolean;
  /** The room is closed. */
  isReadOnly?: boolean;
}

/** The request list of a room: staff work on it, a group sees its own requests. */
export function RequestList({ roomId, isStaff, isReadOnly = false }: RequestListProps) {
  const mayEdit = isStaff && !isReadOnly;
  const requests = useRequests(roomId);
  const areas = useAreas(roomId);
  const [options, setOptions] = useState<ListOptions>(ALL_REQUESTS);
  const { names, lists } = useStaffNames(roomId, isStaff);
  const [openId, setOpenId] = useState<number | null>(null);
  const error = requests.error ?? areas.error;
  if (error && !(requests.data && areas.data))
    return <LoadError error={error} onRetry={() => Promise.all([requests.refetch(), areas.refetch()])} />;
  if (!requests.data || !areas.data) return <ListSkeleton />;
  const sections = arrangeRequests(requests.data, areas.data, { ...options, names }, Date.now());
  const opened = requests.data.find(({ id }) => id === openId);
  return (
    <>
      <FailedList lists={lists} summary="The names of groups and staff could not be loaded" />
      {mayEdit && <AddRequestForm roomId={roomId} areas={areas.data} />}
      <div className="flex flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2">
        <RequestFilters options={options} groups={names?.groups} onChange={setOptions} />
        <Button
          icon={Download}
          disabled={requests.data.length === 0 || (isStaff && !names)}
          onClick={() =>
            downloadBlob(new Blob([formatRequestsCsv(sections, names)], { type: 'text/csv' }), 'requests.csv')
          }
        >
          Export CSV
        </Button>
        {mayEdit && <ImportRequests roomId={roomId} />}
      </div>
      {requests.data.length === 0 && areas.data.length === 0 ? (
        <NoRequests {...{ mayEdit, isStaff }} />
      ) : (
        sections.map((section) => (
          <AreaRequests
            key={section.area?.id ?? 0}
            section={section}
            roomId={roomId}
            {...{ mayEdit, names }}
            onOpen={(request) => setOpenId(request.id)}
          />
        ))
      )}
      {opened && (
        <RequestDrawer
          key={opened.id}
          request={opened}
          areas={areas.data}
          mayEdit={mayEdit}
          mayAccept={!isStaff}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}

function NoRequests({ mayEdit, isStaff }: { mayEdit: boolean; isStaff: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={ClipboardList}
        title="No requests yet"
        description={
          mayEdit
            ? 'Add what the other party asks for, or import their list from XLSX or CSV.'
            : isStaff
              ? 'The room was closed without a request list.'
              : 'Requests that are assigned to your group appear here.'
        }
      />
    </Card>
  );
}

interface RequestFiltersProps {
  options: ListOptions;
  /** The names of groups by id, for the staff. */
  groups: ReadonlyMap<number, string> | undefined;
  onChange: (options: ListOptions) => void;
}

function RequestFilters({ options, groups, onChange }: RequestFiltersProps) {
  return (
    <>
      <div className="min-w-40 flex-1 max-sm:col-span-2">
        <TextField
          label="Filter requests"
          type="search"
          value={options.text}
          onChange={({ target }) => onChange({ ...options, text: target.value })}
        />
      </div>
      <Select
        label="State"
        options={STATE_OPTIONS}
        value={options.state}
        onChange={({ target }) => onChange({ ...options, state: target.value as ListOptions['state'] })} // one of the options
      />
      {groups !== undefined && groups.size > 0 && (
        <Select
          label="Group"
          options={[
            { value: 'all', label: 'All groups' },
            { value: 'staff', label: 'Staff only' },
            ...[...groups].map(([id, label]) => ({ value: String(id), label })),
          ]}
          value={
            typeof options.group === 'number' && !groups.has(options.group) ? 'all' : String(options.group)
          }
          onChange={({ target: { value } }) =>
            onChange({ ...options, group: value === 'all' || value === 'staff' ? value : Number(value) })
          }
        />
      )}
      <Select
        label="Order"
        options={SORT_OPTIONS}
        value={options.sort}
        onChange={({ target }) => onChange({ ...options, sort: target.value as ListOptions['sort'] })} // one of the options
      />
    </>
  );
}
