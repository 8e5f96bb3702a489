import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { useMenuPrimitives } from './menu-context.ts';

interface MenuCheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** An option of a menu that is on or off; the menu stays open, since several are changed at once. */
export function MenuCheckbox({ checked, onChange, children }: MenuCheckboxProps) {
  const Primitive = useMenuPrimitives();
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-control-small w-full cursor-pointer select-none items-center justify-between gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover"
    >
      {children}
      <Primitive.ItemIndicator>
        <Check size={16} />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const Primitive = useMenuPrimitives();
  return <Primitive.Label className="px-2 py-1 text-ink-muted text-xs">{children}</Primitive.Label>;
}
