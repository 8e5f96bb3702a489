import ListChecks from 'lucide-react/icons/list-checks';
import { Button } from '#web/ui/buttons/button.tsx';
import type { FileSelection } from './file-selection.ts';

interface SelectToggleProps {
  selection: FileSelection;
  label?: string;
}

/** Starts and ends selection mode. */
export function SelectToggle({ selection, label = 'Select Multiple' }: SelectToggleProps) {
  return (
    <Button icon={ListChecks} variant="ghost" onClick={selection.toggle}>
      {selection.isActive ? 'Exit Select' : label}
    </Button>
  );
}
