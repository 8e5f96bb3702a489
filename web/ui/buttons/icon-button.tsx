import type { ComponentProps, ComponentType } from 'react';
import { preventClick } from '../forms/busy-control.ts';
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: ComponentType<{ size: number }>;
  /** The accessible name and the tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Ignores clicks while the last one is being carried out, and keeps the focus. */
  busy?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, variant = 'ghost', size = 'medium', busy = false, className, ...rest } = props;
  const side = size === 'medium' ? 'size-control' : 'size-control-small';
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: preventClick })}
      aria-label={label}
      data-tooltip={label}
      className={buttonStyles(variant, side, className)}
    >
      <Icon size={16} />
    </button>
  );
}
