import SearchCheck from 'lucide-react/icons/search-check';
import { useState } from 'react';
import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import type { FindingKind } from '#shared/domain/rooms/finding-kinds.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { DocumentList } from './document-list.tsx';
import type { FindingFilter } from './exposure-api.ts';
import { FINDING_LABELS } from './finding-labels.ts';
import { FindingList, type FindingRights } from './finding-list.tsx';

const EVERYTHING: FindingFilter = { kind: undefined, undecided: false, new: false, fileId: undefined };

interface FindingsViewProps {
  check: ExposureCheckDetails;
  rights: FindingRights;
}

/** The findings of a check by kind and by document. */
export function FindingsView({ check, rights }: FindingsViewProps) {
  const [tab, setTab] = useState<'findings' | 'documents'>('findings');
  const [filter, setFilter] = useState<FindingFilter>({ ...EVERYTHING, undecided: check.undecided > 0 });
  if (check.findings === 0 && check.unread === 0)
    return (
      <Card>
        <EmptyState
          icon={SearchCheck}
          title="Nothing found"
          description={`No personal data, hidden content or listed names are in what ${check.selection ? 'these drafts show this group' : 'this group can reach'}.`}
        />
      </Card>
    );
  const findings = (
    <div className="flex flex-col gap-4">
      <FilterBar {...{ check, filter, onChange: setFilter }} />
      <FindingList {...{ check, filter, rights }} />
    </div>
  );
  const showDocument = (fileId: number) => {
    setFilter({ ...EVERYTHING, fileId });
    setTab('findings');
  };
  return (
    <Tabs
      label="Results"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'findings', label: 'Findings', content: findings },
        {
          value: 'documents',
          label: 'Documents',
          content: <DocumentList {...{ check, onShow: showDocument }} />,
        },
      ]}
    />
  );
}

interface FilterBarProps {
  check: ExposureCheckDetails;
  filter: FindingFilter;
  onChange: (filter: FindingFilter) => void;
}

function FilterBar({ check, filter, onChange }: FilterBarProps) {
  const options = check.kinds.map(({ kind, findings, undecided }) => ({
    value: kind,
    label: `${FINDING_LABELS[kind][1]} (${undecided > 0 ? `${undecided} of ${findings} undecided` : findings})`,
  }));
  const kindOf = (value: string): FindingKind | undefined =>
    check.kinds.find(({ kind }) => kind === value)?.kind;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-60">
        <Select
          label="Kind"
          value={filter.kind ?? ''}
          onChange={(event) => onChange({ ...filter, kind: kindOf(event.target.value) })}
          options={[{ value: '', label: 'All kinds' }, ...options]}
        />
      </div>
      <Checkbox
        label="Undecided only"
        checked={filter.undecided}
        onChange={(event) => onChange({ ...filter, undecided: event.target.checked })}
      />
      <Checkbox
        label="New only"
        checked={filter.new}
        onChange={(event) => onChange({ ...filter, new: event.target.checked })}
      />
      {filter.fileId !== undefined && (
        <Checkbox
          label="This document only"
          checked
          onChange={() => onChange({ ...filter, fileId: undefined })}
        />
      )}
    </div>
  );
}
