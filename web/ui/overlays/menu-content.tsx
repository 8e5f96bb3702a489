import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { MenuPrimitivesContext } from './menu-context.ts';

interface MenuContentProps {
  trigger: ReactElement;
  /** What asked for it; with a key the first item gets the focus. */
  openedBy: 'key' | 'pointer';
  children: ReactNode;
}

/** A menu from the first time that it is opened. */
export function MenuContent({ trigger, openedBy, children }: MenuContentProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button was drawn anew, now as the library's own.
    button.current?.focus();
    // Radix must have seen a key itself to give the focus to the first item.
    if (openedBy === 'key')
      button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    else setOpen(true);
  }, [openedBy]);
  return (
    // Not modal: a modal menu hides the page from screen readers while the page's links still take the focus.
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild ref={button}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-popup data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
        >
          <MenuPrimitivesContext value={Primitive}>{children}</MenuPrimitivesContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
