import { type ReactNode, use, useId } from 'react';
import { FieldErrorsContext } from './field-errors.ts';

/** Classes shared by text inputs and selects. */
export const FIELD_STYLES =
  'h-control w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink aria-invalid:border-danger-ink ' +
  'disabled:bg-sunken disabled:text-ink-muted [&[readonly]]:border-line [&[readonly]]:bg-sunken outline-offset-0';

interface FieldProps {
  name: string | undefined;
  label: string;
  /** Hides the label visually; screen readers still announce it. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  children: (attributes: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** Label, hint and error of a control, linked to it for screen readers. */
export function Field({ name, label, hideLabel = false, hint, children }: FieldProps) {
  const id = useId();
  const { getMessage, summaryId } = use(FieldErrorsContext);
  const error = name === undefined ? undefined : getMessage(name);
  const errorId = error === undefined ? undefined : (summaryId ?? `${id}-error`);
  const hintId = hint === undefined ? undefined : `${id}-hint`;

  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-ink-muted text-xs">
          {hint}
        </p>
      )}
      {error !== undefined && summaryId === undefined && (
        <p id={errorId} className="text-danger-ink text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
