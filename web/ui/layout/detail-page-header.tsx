import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { ButtonLink } from '../buttons/button-link.tsx';
import { PageHeader } from './page-header.tsx';

interface DetailPageHeaderProps {
  /** The page of the object that this page is about. */
  back: { href: string; label: string };
  title: string;
  subtitle: string;
  actions?: ReactNode;
}

/** Shows the header of a page about one file or folder, with the way back to it. */
export function DetailPageHeader({ back, title, ...header }: DetailPageHeaderProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="-ml-2.5 max-w-full">
        <ButtonLink href={back.href} variant="ghost" size="small" icon={ArrowLeft}>
          <span dir="auto" className="truncate">
            {back.label}
          </span>
        </ButtonLink>
      </div>
      <div className="w-full">
        <PageHeader title={<span className="wrap-anywhere">{title}</span>} {...header} />
      </div>
    </div>
  );
}
