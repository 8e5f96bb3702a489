import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { preventClick } from '../forms/busy-control.ts';
import { type ButtonSize, type ButtonVariant, buttonStyles, textButtonSizeStyles } from './button-styles.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Shows a spinner and ignores clicks, but keeps the focus, which `disabled` would drop. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'medium',
    icon: Icon,
    busy = false,
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: preventClick })}
      className={buttonStyles(variant, textButtonSizeStyles(size), className)}
    >
      {busy ? <Spinner /> : Icon && <Icon size={16} />}
      {children}
    </button>
  );
}
