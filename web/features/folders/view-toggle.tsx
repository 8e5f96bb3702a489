import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

const VIEWS = [
  { view: 'grid', icon: LayoutGrid, label: 'Show as grid' },
  { view: 'list', icon: List, label: 'Show as list' },
] as const;

/** Switches between cards and rows; stored as a preference. */
export function ViewToggle() {
  const { defaultView } = usePreferences();
  const changePreferences = useUpdatePreferences();
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ view, icon, label }) => (
        <IconButton
          key={view}
          icon={icon}
          label={label}
          size="small"
          aria-pressed={view === defaultView}
          className="aria-pressed:bg-hover aria-pressed:text-ink"
          onClick={() => view !== defaultView && changePreferences.mutate({ defaultView: view })}
        />
      ))}
    </fieldset>
  );
}
