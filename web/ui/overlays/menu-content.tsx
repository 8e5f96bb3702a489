import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { closeOnEscape } from './close-on-escape.ts';
import { MenuPrimitivesContext } from './menu-context.ts';

/**
 * Keeps the focus where it is unless it was lost with the menu. The menu returns it to its button only at the end of its
 * animation; by then, another menu may be open, and would close when the focus leaves it.
 */
function keepFocusElsewhere(event: Event): void {
  if (document.activeElement !== null && document.activeElement !== document.body) event.preventDefault();
}

interface MenuContentProps {
  trigger: ReactElement;
  /** How the menu was opened; with a key, the first item receives the focus. */
  openedBy: 'key' | 'pointer';
  children: ReactNode;
}

/** The menu itself, rendered from the first time that it is opened. */
export function MenuContent({ trigger, openedBy, children }: MenuContentProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The trigger was rendered again as Radix's trigger and lost the focus.
    button.current?.focus();
    // Radix focuses the first item only after a key event of its own.
    if (openedBy === 'key')
      button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    else setOpen(true);
  }, [openedBy]);
  return (
    // The menu is not modal: a modal menu hides the page from screen readers, but links of the page stay focusable.
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild ref={button}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          onKeyDown={closeOnEscape(() => setOpen(false))}
          onCloseAutoFocus={keepFocusElsewhere}
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
