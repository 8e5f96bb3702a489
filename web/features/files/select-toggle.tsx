import ListChecks from 'lucide-react/icons/list-checks';
import { Button } from '#web/ui/buttons/button.tsx';
import type { FileSelection } from './file-selection.ts';

interface SelectToggleProps {
  selection: FileSelection;
  label?: string;
  className?: string;
}

/** Starts and ends selection mode. */
export function SelectToggle({ selection, label = 'Select Multiple', className }: SelectToggleProps) {
  return (
    <Button icon={ListChecks} variant="ghost" className={className} onClick={selection.toggle}>
      {selection.isActive ? 'Exit Select' : label}
    </Button>
  );
}
