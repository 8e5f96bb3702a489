import X from 'lucide-react/icons/x';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { useMediaQuery } from '../layout/media-query.ts';
import { closeOnEscape } from './close-on-escape.ts';
import { useReturnFocus } from './return-focus.ts';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Details of the selected item over the page, which stays as it is: at the right on wide screens, else in a sheet. */
export function Panel({ title, onClose, children }: PanelProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  return isWide ? (
    <SidePanel {...{ title, onClose, children }} />
  ) : (
    <Sheet {...{ title, onClose, children }} />
  );
}

function SidePanel({ title, onClose, children }: PanelProps) {
  const titleId = useId();
  return (
    <aside
      data-side-panel
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape(onClose)}
      className="fixed top-(--navigation-height,0px) right-0 bottom-0 z-20 flex w-(--side-panel-size) animate-slide-in flex-col overflow-y-auto border-line border-l bg-surface shadow-popup"
    >
      <PanelHeader>
        <h2 id={titleId} dir="auto" className={TITLE_STYLES}>
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </PanelHeader>
      <div className="p-4">{children}</div>
    </aside>
  );
}

function Sheet({ title, onClose, children }: PanelProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            // Focuses the sheet itself; focusing its close button would open that button's tooltip.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          aria-describedby={undefined}
          className="outline-none fixed inset-x-0 bottom-0 z-40 mx-auto max-h-[85dvh] max-w-2xl animate-rise overflow-y-auto rounded-t-lg border border-line bg-raised"
        >
          <PanelHeader>
            <Primitive.Title dir="auto" className={TITLE_STYLES}>
              {title}
            </Primitive.Title>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" />
            </Primitive.Close>
          </PanelHeader>
          <div className="p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const TITLE_STYLES = 'min-w-0 flex-1 truncate text-left font-semibold text-base';

function PanelHeader({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-inherit py-2 pr-2 pl-4">
      {children}
    </div>
  );
}
