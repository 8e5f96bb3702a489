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

/** The page's actions on small screens, where its header has no room for them. */
export function FloatingActions({ actions }: FloatingActionsProps) {
  return (
    <div className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-30 flex flex-col items-end gap-2 md:hidden">
      {actions.map(({ label, icon: Icon, onClick, tourTarget }, index) => (
        <button
          key={label}
          type="button"
          data-tour={tourTarget}
          onClick={onClick}
          className={buttonStyles(
            index === actions.length - 1 ? 'primary' : 'secondary',
            'h-11 px-4 shadow-popup',
          )}
        >
          <Icon size={18} />
          {label}
        </button>
      ))}
    </div>
  );
}
