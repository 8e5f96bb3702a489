import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

const ITEM =
  'flex min-h-control-small w-full cursor-pointer select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

/** A button that opens a list of things to do. `trigger` is a Button or an IconButton. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    // Not modal: a modal menu hides the page from screen readers while the page's links still take the focus.
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-popup data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  onSelect,
  danger = false,
  disabled = false,
  children,
}: MenuItemProps) {
  return (
    <Primitive.Item
      {...{ onSelect, disabled }}
      className={clsx(ITEM, danger && 'text-danger-ink data-[highlighted]:bg-danger-soft')}
    >
      {Icon && <Icon size={16} className={clsx('shrink-0', !danger && 'text-ink-muted')} />}
      {children}
    </Primitive.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Primitive.Item asChild>
      <Link href={href} className={ITEM}>
        {children}
      </Link>
    </Primitive.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** One of several, with a tick at the chosen one. */
export function MenuChoice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: MenuChoiceProps<Value>) {
  return (
    <Primitive.RadioGroup value={value}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onChange(option.value)}
          className={clsx(ITEM, 'justify-between')}
        >
          {option.label}
          <Primitive.ItemIndicator>
            <Check size={16} />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 py-1 text-ink-muted text-xs">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
