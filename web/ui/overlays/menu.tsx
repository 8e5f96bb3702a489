import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { Link } from 'wouter';
import { useMenuPrimitives } from './menu-context.ts';

const ITEM_STYLES =
  'flex min-h-control-small w-full cursor-pointer select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

const loadMenuContent = () => import('./menu-content.tsx');
const MenuContent = lazy(async () => ({ default: (await loadMenuContent()).MenuContent }));

/** A button that opens a list of actions. The menu's code loads when the button is hovered, focused or used. */
export function Menu({
  trigger,
  children,
}: {
  /** A Button or an IconButton. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  children: ReactNode;
}) {
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer' | null>(null);
  // An error is ignored here because opening the menu repeats the import and reports it.
  const preload = () => void loadMenuContent().catch(() => undefined);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    // A click made with Enter or Space has a detail of 0.
    onClick: (event) => setOpenedBy(event.detail === 0 ? 'key' : 'pointer'),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || event.altKey) return;
      event.preventDefault();
      setOpenedBy('key');
    },
  });
  if (openedBy === null) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuContent {...{ trigger, openedBy }}>{children}</MenuContent>
    </Suspense>
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
  const Primitive = useMenuPrimitives();
  return (
    <Primitive.Item
      {...{ onSelect, disabled }}
      className={clsx(ITEM_STYLES, danger && 'text-danger-ink data-[highlighted]:bg-danger-soft')}
    >
      {Icon && <Icon size={16} className={clsx('shrink-0', !danger && 'text-ink-muted')} />}
      {children}
    </Primitive.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const Primitive = useMenuPrimitives();
  return (
    <Primitive.Item asChild>
      <Link href={href} className={ITEM_STYLES}>
        {children}
      </Link>
    </Primitive.Item>
  );
}

interface MenuRadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** A group of options of which one is selected and marked. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
}: MenuRadioGroupProps<Value>) {
  const Primitive = useMenuPrimitives();
  return (
    <Primitive.RadioGroup value={value}>
      <Primitive.Label className="px-2 py-1 text-ink-muted text-xs">{label}</Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onChange(option.value)}
          className={clsx(ITEM_STYLES, 'justify-between')}
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

export function MenuSeparator() {
  const Primitive = useMenuPrimitives();
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
