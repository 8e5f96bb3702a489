import FolderIcon from 'lucide-react/icons/folder';
import { lazy, Suspense, useState } from 'react';
import { FILE_KINDS } from '#shared/domain/search-filters.ts';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FIELD_STYLES } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { METHOD_LABELS } from '../search-methods.ts';
import { KIND_LABELS } from './filter-labels.ts';
import {
  countFilters,
  type SearchPageState,
  type UPLOAD_PERIODS,
  type UploadPeriod,
} from './search-page-url.ts';

const FolderFilterDialog = lazy(async () => ({
  default: (await import('./folder-filter-dialog.tsx')).FolderFilterDialog,
}));

const PERIOD_LABELS: Record<UploadPeriod, string> = {
  week: 'Past 7 days',
  month: 'Past 30 days',
  year: 'Past year',
  custom: 'Custom dates',
};
/** Stands for a filter that is not set. */
const ANY = '';
const KIND_OPTIONS = [
  { value: ANY, label: 'Any type' },
  ...FILE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];
const PERIODS = [
  'week',
  'month',
  'year',
  'custom',
] as const satisfies readonly (keyof typeof UPLOAD_PERIODS)[];
const PERIOD_OPTIONS = [
  { value: ANY, label: 'Any time' },
  ...PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] })),
];
const OWNER_OPTIONS = [
  { value: ANY, label: 'Any owner' },
  { value: 'me', label: 'Owned by me' },
  { value: 'others', label: 'Owned by others' },
];
const METHOD_OPTIONS = SEARCH_METHODS.map((value) => ({ value, label: `Method: ${METHOD_LABELS[value]}` }));

interface FilterBarProps {
  state: SearchPageState;
  onChange: (change: Partial<SearchPageState>) => void;
}

/** Filters of the search page: folder, type, time of upload, owner, and the search method. */
export function FilterBar({ state, onChange }: FilterBarProps) {
  const isVisitor = useActor().kind === 'visitor';
  const clear = { folderId: undefined, kind: undefined, owner: undefined, period: undefined };
  return (
    <fieldset className="relative flex min-w-0 flex-wrap items-center gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:[scrollbar-width:none] *:shrink-0">
      <legend className="sr-only">Filters</legend>
      <FolderFilter value={state.folderId} onChange={(folderId) => onChange({ folderId })} />
      <div className="w-36">
        <Select
          label="Type"
          hideLabel
          options={KIND_OPTIONS}
          value={state.kind ?? ANY}
          onChange={({ target }) => onChange({ kind: FILE_KINDS.find((each) => each === target.value) })}
        />
      </div>
      <PeriodFilter {...{ state, onChange }} />
      {!isVisitor && (
        <div className="w-40">
          <Select
            label="Owner"
            hideLabel
            options={OWNER_OPTIONS}
            value={state.owner ?? ANY}
            onChange={({ target: { value } }) =>
              onChange({ owner: value === 'me' || value === 'others' ? value : undefined })
            }
          />
        </div>
      )}
      <div className="w-44">
        <Select
          label="Search method"
          hideLabel
          options={METHOD_OPTIONS}
          value={state.method}
          onChange={({ target }) =>
            onChange({ method: SEARCH_METHODS.find((each) => each === target.value) ?? 'auto' })
          }
        />
      </div>
      {countFilters(state) > 0 && (
        <Button variant="ghost" onClick={() => onChange(clear)}>
          Clear Filters
        </Button>
      )}
    </fieldset>
  );
}

function PeriodFilter({ state: { period, from, to }, onChange }: FilterBarProps) {
  return (
    <>
      <div className="w-36">
        <Select
          label="Uploaded"
          hideLabel
          options={PERIOD_OPTIONS}
          value={period ?? ANY}
          onChange={({ target }) => onChange({ period: PERIODS.find((each) => each === target.value) })}
        />
      </div>
      {period === 'custom' && (
        <>
          <DateField label="Uploaded from" value={from} onChange={(date) => onChange({ from: date })} />
          <DateField label="Uploaded until" value={to} onChange={(date) => onChange({ to: date })} />
        </>
      )}
    </>
  );
}

/** No document was uploaded before it. */
const FIRST_DATE = '1900-01-01';
/** Browsers take years of six digits otherwise. */
const LAST_DATE = '9999-12-31';

interface DateFieldProps {
  label: string;
  value: string | undefined;
  onChange: (date: string | undefined) => void;
}

/**
 * The browser's own date field, which is empty while its date is incomplete. Years that are still typed, such as 0002, do not
 * count.
 */
function DateField({ label, value = '', onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const change = (date: string) => {
    setTyped(date);
    if (date === '' || date >= FIRST_DATE) onChange(date || undefined);
  };
  return (
    <input
      type="date"
      max={LAST_DATE}
      aria-label={label}
      data-tooltip={label}
      className={`${FIELD_STYLES} max-w-40`}
      value={typed}
      onChange={({ target }) => change(target.value)}
    />
  );
}

interface FolderFilterProps {
  value: number | undefined;
  onChange: (folderId: number | undefined) => void;
}

function FolderFilter({ value, onChange }: FolderFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: folders } = useFolderTree();
  const name = folders?.find(({ id }) => id === value)?.name ?? 'One folder';
  return (
    <>
      <Button icon={FolderIcon} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-w-48 truncate">{value === undefined ? 'All folders' : name}</span>
      </Button>
      <Suspense>
        {isOpen && (
          <FolderFilterDialog
            value={value}
            onClose={() => setOpen(false)}
            onChoose={(folderId) => {
              setOpen(false);
              onChange(folderId);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
