import type { LucideIcon } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'wouter';
import { type ButtonSize, type ButtonVariant, buttonStyles, textButtonSizeStyles } from './button-styles.ts';

interface ButtonLinkProps {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Lets the browser download the target or open it in a new tab; without it the link is followed inside the app. */
  opens?: 'new-tab' | 'download';
  /** The history state that the page behind a link inside the app gets. */
  state?: object;
  /** Called when a link with `opens` is clicked; it can prevent the default. */
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  /** The name by which the tour finds the link. */
  tourTarget?: string;
  /** For a link whose text may be hidden. */
  tooltip?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const {
    href,
    variant = 'secondary',
    size = 'medium',
    icon: Icon,
    opens,
    state,
    onClick,
    tourTarget,
    tooltip,
    children,
  } = props;
  const className = buttonStyles(variant, 'max-w-full', textButtonSizeStyles(size));
  const content = (
    <>
      {Icon && <Icon size={16} className="shrink-0" />}
      {children}
    </>
  );
  if (opens === undefined) {
    return (
      <Link {...{ href, className, state }} data-tour={tourTarget} data-tooltip={tooltip}>
        {content}
      </Link>
    );
  }
  const behavior = opens === 'download' ? { download: '' } : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a {...{ href, className, onClick, ...behavior }} data-tooltip={tooltip}>
      {content}
    </a>
  );
}
