import ChevronRight from 'lucide-react/icons/chevron-right';
import type { RefCallback } from 'react';
import { Link } from 'wouter';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Menu, MenuLink } from '../overlays/menu.tsx';
import { useMediaQuery } from './media-query.ts';

interface Step {
  label: string;
  /** Without one, the step is only a name. */
  href?: string;
  /** Receives the link's element, for example to make it a drop target. */
  attach?: RefCallback<HTMLElement>;
}

/** The first and the last steps are always shown; those in between move into a menu when there are more than this. */
const MAX_SHOWN = 5;
const MAX_SHOWN_ON_PHONES = 2;

/** Links from the root to the current page, which is the last of `steps`. */
export function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const maxShown = isWide ? MAX_SHOWN : MAX_SHOWN_ON_PHONES;
  const hidden = steps.length > maxShown + 1 ? steps.slice(1, steps.length - maxShown + 1) : [];
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 items-center gap-x-1 text-ink-muted">
        {steps.map((step, index) => {
          if (hidden.includes(step) && step !== hidden[0]) return null;
          return (
            <li
              key={step.href ?? step.label}
              className={index === 0 ? 'shrink-0' : 'flex min-w-0 items-center gap-x-1'}
            >
              {index > 0 && <ChevronRight size={14} className="shrink-0" />}
              {step === hidden[0] ? (
                <CollapsedSteps steps={hidden} />
              ) : (
                <StepLink step={step} isLast={index === steps.length - 1} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepLink({ step: { label, href, attach }, isLast }: { step: Step; isLast: boolean }) {
  if (href === undefined)
    return (
      <span dir="auto" title={label} className="block max-w-48 truncate py-1 text-left pointer-coarse:py-3">
        {label}
      </span>
    );
  return (
    <Link
      ref={attach}
      href={href}
      dir="auto"
      title={label}
      draggable={false}
      aria-current={isLast ? 'page' : undefined}
      className="block max-w-48 truncate rounded-sm py-1 text-left hover:text-ink hover:underline data-drop-over:bg-selected data-drop-over:text-ink aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
    >
      {label}
    </Link>
  );
}

function CollapsedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <Menu trigger={<IconButton icon={Dots} label="Hidden folders" size="small" />}>
      {steps.map(({ label, href }) =>
        href === undefined ? (
          <p key={label} className="truncate px-3 py-1.5 text-ink-muted">
            {label}
          </p>
        ) : (
          <MenuLink key={href} href={href}>
            <span className="truncate">{label}</span>
          </MenuLink>
        ),
      )}
    </Menu>
  );
}
