import type { MouseEvent } from 'react';

/** Also prevents a checkbox from changing and a submit button from submitting by Enter in a field. */
export function preventClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Attributes of a control whose last change is being saved: it ignores others and keeps the focus, which `disabled` would drop.
 */
export const BUSY_CONTROL = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: preventClick,
  onChange: () => undefined,
} as const;
