import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'medium' | 'small';

const VARIANT_STYLES: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-control hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink shadow-control hover:bg-hover aria-expanded:bg-hover',
  ghost: 'text-ink-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
  danger: 'bg-danger text-on-accent shadow-control hover:bg-danger-hover',
};

/** Returns the classes of a button or of a link that looks like one. */
export function buttonStyles(variant: ButtonVariant, ...more: (string | undefined)[]): string {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium',
    'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-busy:opacity-75',
    VARIANT_STYLES[variant],
    ...more,
  );
}

/** Returns the height and padding of a button with a text. */
export function textButtonSizeStyles(size: ButtonSize): string {
  return size === 'medium' ? 'h-control px-3' : 'h-control-small px-2.5';
}
