import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';

interface SortButtonProps {
  label: string;
  direction: 'ascending' | 'descending' | null;
  onChange: () => void;
}

/** A table's header that sorts by its column. The header cell around it says the direction by aria-sort. */
export function SortButton({ label, direction, onChange }: SortButtonProps) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onChange}
      className="group/sort inline-flex h-7 items-center gap-1 rounded-sm hover:text-ink"
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
