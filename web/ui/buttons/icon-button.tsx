import type { ComponentProps, ComponentType } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyles } from './button-styles.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: ComponentType<{ size: number }>;
  /** The accessible name and the tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, variant = 'ghost', size = 'medium', className, ...rest } = props;
  const side = size === 'medium' ? 'size-control' : 'size-control-small';
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip={label}
      className={buttonStyles(variant, side, className)}
    >
      <Icon size={16} />
    </button>
  );
}
