import { clsx } from 'clsx';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ComponentProps, ReactNode } from 'react';
import { BUSY_CONTROL } from './busy-control.ts';
import { FIELD_STYLES, Field } from './field.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The last change is being saved. */
  busy?: boolean;
  options: readonly { value: string; label: string }[];
}

/** The browser's own select, which suits phones, the keyboard and screen readers. */
export function Select({ label, hideLabel, hint, busy = false, options, ...select }: SelectProps) {
  return (
    <Field {...{ name: select.name, label, hideLabel, hint }}>
      {(attributes) => (
        <div className="relative">
          <select
            {...select}
            {...(busy && BUSY_CONTROL)}
            {...attributes}
            className={clsx(FIELD_STYLES, 'appearance-none truncate pr-8')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronsUpDown
            size={14}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-muted"
          />
        </div>
      )}
    </Field>
  );
}
