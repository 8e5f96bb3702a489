import type { Preferences } from '#shared/contracts/preferences.ts';
import { FETCH_FAILURE } from '#web/features/errors/fetch-errors.ts';
import { LoadFailure } from '#web/features/errors/load-error.tsx';
import { useChangePreferences, usePreferences, usePreferencesQuery } from './preferences.ts';
import { Select } from '#web/ui/forms/select.tsx';

type Choosable = 'colorScheme' | 'defaultView' | 'fileSortOrder' | 'searchMethod' | 'loadingAnimation';

type Choices = {
  readonly [Name in Choosable]: { label: string; options: Record<Preferences[Name], string> };
};

const CHOICES: Choices = {
  colorScheme: {
    label: 'Colour scheme',
    options: { system: 'As the system', light: 'Light', dark: 'Dark' },
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

/** How the user likes the workspace; each choice holds at once, on every device. */
export function PreferencesForm() {
  const preferences = usePreferences();
  const { error, refetch } = usePreferencesQuery();
  const change = useChangePreferences();
  const counts = [...new Set([...RECENT_COUNTS, preferences.recentFilesCount])].sort((a, b) => a - b);
  if (error) return <LoadFailure error={error} what={FETCH_FAILURE.preferences} onRetry={refetch} />;
  const names = Object.keys(CHOICES) as Choosable[]; // the keys of a constant
  return (
    <div className="flex flex-col gap-4">
      {names.map((name) => (
        <Select
          key={name}
          label={CHOICES[name].label}
          value={preferences[name]}
          options={Object.entries(CHOICES[name].options).map(([value, label]) => ({ value, label }))}
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
