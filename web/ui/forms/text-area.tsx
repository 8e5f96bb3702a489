import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FIELD_STYLES, Field } from './field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
  hint?: ReactNode;
}

/** A text of several lines. */
export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ name: textarea.name, label, hint }}>
      {(attributes) => (
        <textarea
          {...textarea}
          {...attributes}
          className={clsx(FIELD_STYLES, 'h-auto! min-h-32 resize-y py-2 leading-normal')}
        />
      )}
    </Field>
  );
}
