import type { LucideIcon } from 'lucide-react';
import { buttonStyles } from './button-styles.ts';

interface FloatingActionsProps {
  /** The primary action comes last, nearest to the thumb. */
  actions: readonly {
    label: string;
    icon: LucideIcon;
    onClick: () => void;
    /** The name by which the tour finds the button. */
    tourTarget?: string;
  }[];
}

/**
 * The page's actions on small screens, where its header has no room for them: a bar over the end of the page, which
 * leaves every row of the page within reach. theme.css reserves its height (`data-bottom-bar`).
 */
export function FloatingActions({ actions }: FloatingActionsProps) {
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex justify-end gap-2 border-line border-t bg-surface px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden print:hidden"
    >
      {actions.map(({ label, icon: Icon, onClick, tourTarget }, index) => (
        <button
          key={label}
          type="button"
          data-tour={tourTarget}
          onClick={onClick}
          className={buttonStyles(
            index === actions.length - 1 ? 'primary' : 'secondary',
            'h-control min-w-0 shrink! px-3 max-sm:flex-auto max-sm:px-2',
          )}
        >
          <Icon size={16} className="shrink-0 max-[24rem]:hidden" />
          <span className="truncate">{label}</span>
        </button>
      ))}
    </div>
  );
}
