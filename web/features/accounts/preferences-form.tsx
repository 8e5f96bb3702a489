import type { Preferences } from '#shared/contracts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { getInitialMethod } from './initial-method.ts';
import { usePreferences, usePreferencesQuery, useUpdatePreferences } from './preferences.ts';

type SelectPreference = 'colorScheme' | 'defaultView' | 'fileSortOrder' | 'searchMethod' | 'loadingAnimation';

type PreferenceSelects = {
  readonly [Name in SelectPreference]: { label: string; options: Record<Preferences[Name], string> };
};

const SELECTS: PreferenceSelects = {
  colorScheme: {
    label: 'Color scheme',
    options: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  defaultView: { label: 'Show folders as', options: { grid: 'Grid', list: 'List' } },
  fileSortOrder: {
    label: 'Sort files by',
    options: {
      dateDesc: 'Date added, newest first',
      dateAsc: 'Date added, oldest first',
      nameAsc: 'Name, A to Z',
      nameDesc: 'Name, Z to A',
      sizeDesc: 'Size, largest first',
      sizeAsc: 'Size, smallest first',
    },
  },
  searchMethod: {
    label: 'Search method',
    options: { auto: 'Auto', hybrid: 'Hybrid', vector: 'Vector', keyword: 'Keyword' },
  },
  loadingAnimation: {
    label: 'Loading animation',
    options: { spinner: 'Spinner', pulse: 'Pulse', bounce: 'Bounce', dots: 'Dots', progress: 'Progress bar' },
  },
};

const RECENT_COUNTS = [5, 10, 20, 50];

/** Edits the display preferences; each choice is saved immediately. */
export function PreferencesForm() {
  const preferences = usePreferences();
  const { data, error, refetch } = usePreferencesQuery();
  const change = useUpdatePreferences();
  const counts = [...new Set([...RECENT_COUNTS, preferences.recentFilesCount])].sort((a, b) => a - b);
  if (error && !data) return <LoadError error={error} summary={FETCH_ERRORS.preferences} onRetry={refetch} />;
  const shown = { ...preferences, searchMethod: getInitialMethod(preferences) };
  const names = Object.keys(SELECTS) as SelectPreference[]; // the keys of a constant
  return (
    <div className="flex flex-col gap-4">
      {names.map((name) => (
        <Select
          key={name}
          label={SELECTS[name].label}
          value={shown[name]}
          options={Object.entries(SELECTS[name].options).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => change.mutate({ [name]: target.value })}
        />
      ))}
      <Select
        label="Recent files on Home"
        value={String(preferences.recentFilesCount)}
        options={counts.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={({ target }) => change.mutate({ recentFilesCount: Number(target.value) })}
      />
    </div>
  );
}
