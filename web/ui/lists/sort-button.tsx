import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';

interface SortButtonProps {
  label: string;
  align: 'end' | undefined;
  direction: 'ascending' | 'descending' | null;
  onChange: () => void;
}

/** A table's header that sorts by its column. The header cell around it says the direction by aria-sort. */
export function SortButton({ label, align, direction, onChange }: SortButtonProps) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onChange}
      className={clsx(
        'group/sort inline-flex h-7 items-center gap-1 rounded-sm hover:text-ink',
        // The label, not the arrow, stands above the column's figures.
        align === 'end' && 'flex-row-reverse',
      )}
    >
      {label}
      <Icon
        size={12}
        className={
          direction ? undefined : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'
        }
      />
    </button>
  );
}
