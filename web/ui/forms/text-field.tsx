import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FIELD_STYLES, Field } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** A small button inside the input, at its end. */
  end?: ReactNode;
}

/** Limits dates to four-digit years: browsers accept six digits, and `Date` cannot represent all of those. */
const LATEST: Readonly<Record<string, string>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

export function TextField({ label, hideLabel, hint, end, ...input }: TextFieldProps) {
  return (
    <Field {...{ name: input.name, label, hideLabel, hint }}>
      {(attributes) => (
        <div className="relative">
          <input
            type="text"
            max={LATEST[input.type ?? 'text']}
            {...input}
            {...attributes}
            className={clsx(FIELD_STYLES, end && 'pr-control')}
          />
          {end && <div className="absolute inset-y-0 right-0 grid w-control place-items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}
