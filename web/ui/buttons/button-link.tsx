import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type ButtonSize, type ButtonVariant, buttonStyles, textButtonSizeStyles } from './button-styles.ts';

interface ButtonLinkProps {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** 'download' and 'new-tab' are the browser's business; without it the link is followed inside the app. */
  opens?: 'new-tab' | 'download';
  /** Its name as a stop of the tour. */
  tourTarget?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { href, variant = 'secondary', size = 'medium', icon: Icon, opens, tourTarget, children } = props;
  const className = buttonStyles(variant, textButtonSizeStyles(size));
  const content = (
    <>
      {Icon && <Icon size={16} />}
      {children}
    </>
  );
  if (opens === undefined) {
    return (
      <Link {...{ href, className }} data-tour={tourTarget}>
        {content}
      </Link>
    );
  }
  const behaviour =
    opens === 'download' ? { download: '' } : { target: '_blank', rel: 'noopener noreferrer' };
  return <a {...{ href, className, ...behaviour }}>{content}</a>;
}
