import { Link } from 'wouter';
import { scrollTabIntoView, TAB_LIST_STYLES, tabStyles } from './tab-styles.ts';

interface LinkTabsProps {
  /** The accessible name of the navigation. */
  label: string;
  /** The address of the page that is shown. */
  current: string;
  links: readonly { href: string; label: string }[];
}

/** Links between the pages of one thing, with the look of tabs. */
export function LinkTabs({ label, current, links }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={TAB_LIST_STYLES}>
      {links.map(({ href, label: text }) => (
        <Link
          key={href}
          href={href}
          ref={href === current ? scrollTabIntoView : undefined}
          aria-current={href === current ? 'page' : undefined}
          className={tabStyles(
            'aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
