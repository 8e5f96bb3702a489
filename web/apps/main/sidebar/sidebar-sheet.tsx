import X from 'lucide-react/icons/x';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';
import { useReturnFocus } from '#web/ui/overlays/return-focus.ts';

interface SidebarSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** The sidebar on small screens: a sheet over the page that closes on navigation. */
export function SidebarSheet({ open, onOpenChange, children }: SidebarSheetProps) {
  const returnFocus = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const [path] = useLocation();
  const shownPath = useRef(path);
  useEffect(() => {
    // Not when it appears: it may have been opened before its code was loaded.
    if (shownPath.current !== path) onOpenChange(false);
    shownPath.current = path;
  }, [path, onOpenChange]);

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          {...returnFocus}
          ref={content}
          // Focuses the sheet itself; focusing a button would open its tooltip.
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            event.preventDefault();
            content.current?.focus();
          }}
          aria-describedby={undefined}
          // A link to the open page does not change the path.
          onClick={({ target }) => target instanceof Element && target.closest('a') && onOpenChange(false)}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-appear flex-col border-line border-r bg-raised outline-none"
        >
          <Primitive.Title className="border-line border-b py-2.5 pl-4">
            <Logo />
          </Primitive.Title>
          <div className="min-h-0 flex-1 overflow-y-auto p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
          <Primitive.Close asChild>
            <IconButton icon={X} label="Close" className="absolute top-1 right-1" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
