import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'wouter';

interface BreadcrumbProps {
  /** From the root to the page itself, which comes last. */
  steps: readonly { label: string; href: string }[];
}

export function Breadcrumb({ steps }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-ink-muted">
        {steps.map(({ label, href }, index) => {
          const isLast = index === steps.length - 1;
          return (
            <li key={href} className="flex min-w-0 items-center gap-x-1">
              {index > 0 && <ChevronRight size={14} className="shrink-0" />}
              <Link
                href={href}
                title={label}
                aria-current={isLast ? 'page' : undefined}
                className="max-w-48 truncate rounded-sm py-1 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
