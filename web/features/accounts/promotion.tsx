import type { LucideIcon } from 'lucide-react';
import FileSearch from 'lucide-react/icons/file-search';
import FolderTree from 'lucide-react/icons/folder-tree';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldX from 'lucide-react/icons/shield-x';
import { useProductName } from '#web/ui/layout/brand-context.ts';
import { ProductImage } from './product-image.tsx';

const HIGHLIGHTS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: FileSearch,
    title: 'AI-powered document search',
    text: 'Ask a question and get an answer with the page it comes from.',
  },
  {
    icon: FolderTree,
    title: 'Structured folder organization',
    text: 'Nested folders keep every document in its place.',
  },
  {
    icon: ShieldCheck,
    title: 'Role-based access control',
    text: 'Everyone sees exactly what they are meant to see, and nothing else.',
  },
  {
    icon: ShieldX,
    title: 'Download restriction options',
    text: 'Choose which files can be downloaded.',
  },
];

/** Shows the product and lists its main features beside the sign-in form. */
export function ProductHighlights() {
  return (
    <aside
      aria-label={`About ${useProductName()}`}
      className="hidden flex-col justify-center border-line border-l bg-sunken p-12 lg:flex"
    >
      <div className="mx-auto flex w-full max-w-lg flex-col">
        <div className="mb-10 hidden [@media(min-height:44rem)]:block">
          <ProductImage />
        </div>
        <p className="text-balance font-semibold text-xl tracking-tight">
          A secure data room for your business documents
        </p>
        <ul className="mt-6 grid gap-x-8 gap-y-5 xl:grid-cols-2">
          {HIGHLIGHTS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="grid size-8 shrink-0 place-items-center rounded-md bg-selected text-accent-ink">
                <Icon size={16} />
              </span>
              <div>
                <p className="font-medium text-base">{title}</p>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
