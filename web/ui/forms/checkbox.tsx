import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { BUSY_CONTROL } from './busy-control.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className' | 'ref'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The last change is being saved. */
  busy?: boolean;
  /** Shows that some but not all of the items are selected. */
  indeterminate?: boolean;
  ref?: (input: HTMLInputElement | null) => void;
}

export function Checkbox({
  label,
  hideLabel = false,
  hint,
  busy = false,
  indeterminate = false,
  ref,
  ...input
}: CheckboxProps) {
  const hintId = useId();
  return (
    <div>
      <label className="inline-flex min-h-control-small min-w-control-small cursor-pointer items-center has-disabled:cursor-default has-disabled:opacity-60">
        {/* Beside a label of two lines the box stays at the first. */}
        <span className="flex items-start gap-2">
          <input
            {...input}
            {...(busy && BUSY_CONTROL)}
            type="checkbox"
            aria-label={hideLabel ? label : undefined}
            aria-describedby={hint === undefined ? undefined : hintId}
            // HTML has no attribute for the indeterminate state.
            ref={(element) => {
              if (element) element.indeterminate = indeterminate;
              ref?.(element);
            }}
            className={clsx('checkbox-box size-4 shrink-0', !hideLabel && 'mt-0.5')}
          />
          {!hideLabel && <span>{label}</span>}
        </span>
      </label>
      {hint !== undefined && (
        <p id={hintId} className="ml-6 text-ink-muted text-xs pointer-coarse:-mt-2">
          {hint}
        </p>
      )}
    </div>
  );
}
