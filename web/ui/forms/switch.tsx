import { type ComponentProps, type ReactNode, useId } from 'react';
import { BUSY_CONTROL } from './busy-control.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'id' | 'className'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The last change is being saved. */
  busy?: boolean;
}

/** A switch that takes effect at once. Its label comes first, as in a list of settings. */
export function Switch({ label, hideLabel = false, hint, busy = false, ...input }: SwitchProps) {
  const hintId = useId();
  return (
    <label className="flex min-h-control-small cursor-pointer items-center justify-between gap-4 has-disabled:cursor-default has-disabled:opacity-60">
      {!hideLabel && (
        <span className="min-w-0">
          <span className="font-medium">{label}</span>
          {hint !== undefined && (
            <span id={hintId} className="block text-ink-muted text-xs">
              {hint}
            </span>
          )}
        </span>
      )}
      <input
        {...input}
        {...(busy && BUSY_CONTROL)}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports its state itself
        role="switch"
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : hintId}
        className="switch-track shrink-0"
      />
    </label>
  );
}
