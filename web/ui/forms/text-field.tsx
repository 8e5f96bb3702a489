import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FIELD_STYLES, Field } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** A small button at the end, inside the box. */
  end?: ReactNode;
}

export function TextField({ label, hideLabel, hint, end, ...input }: TextFieldProps) {
  return (
    <Field {...{ name: input.name, label, hideLabel, hint }}>
      {(wiring) => (
        <div className="relative">
          <input type="text" {...input} {...wiring} className={clsx(FIELD_STYLES, end && 'pr-control')} />
          {end && <div className="absolute inset-y-0 right-0 grid w-control place-items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}
