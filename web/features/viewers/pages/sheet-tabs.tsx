import { clsx } from 'clsx';
import type { FilePages } from '#shared/contracts/pages.ts';

interface SheetTabsProps {
  sheets: NonNullable<FilePages['sheets']>;
  /** Page in view, from 1. */
  current: number;
  onPage: (page: number) => void;
}

/** Names the sheets of a spreadsheet below its pages; a name leads to the sheet's first page. */
export function SheetTabs({ sheets, current, onPage }: SheetTabsProps) {
  const shown = sheets.findLast(({ page }) => page <= current);
  return (
    <nav
      aria-label="Sheets"
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-t bg-surface px-2 py-1 [scrollbar-width:none]"
    >
      {sheets.map((sheet) => (
        <button
          key={sheet.page}
          type="button"
          aria-current={sheet === shown ? 'true' : undefined}
          onClick={() => onPage(sheet.page)}
          className={clsx(
            'min-h-control-small max-w-60 shrink-0 cursor-pointer truncate rounded-md px-3 text-sm',
            sheet === shown ? 'bg-selected font-medium text-accent-ink' : 'text-ink-muted hover:bg-hover',
          )}
        >
          {sheet.name}
        </button>
      ))}
    </nav>
  );
}
