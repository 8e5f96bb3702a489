import { clsx } from 'clsx';
import File from 'lucide-react/icons/file';
import Folder from 'lucide-react/icons/folder';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

const DOT_DELAYS = ['[animation-delay:-0.3s]', '[animation-delay:-0.15s]', ''];

const ANIMATIONS = {
  spinner: <Spinner size={28} />,
  pulse: <span className="size-7 animate-pulse rounded-full bg-current" />,
  bounce: <Dots motion="animate-bounce" />,
  dots: <Dots motion="animate-pulse" />,
  progress: (
    <span className="h-1 w-40 overflow-hidden rounded-sm bg-line">
      <span className="block h-full w-1/3 animate-sweep rounded-sm bg-current" />
    </span>
  ),
  file: <File size={28} className="animate-bounce" />,
  folder: <Folder size={28} className="animate-bounce" />,
  search: <Search size={28} className="animate-bounce" />,
} satisfies Record<string, ReactNode>;

export type LoadingAnimation = keyof typeof ANIMATIONS;

/** A screen that waits for its data. */
export function Loading({
  message,
  animation = 'spinner',
}: {
  message: string;
  animation?: LoadingAnimation;
}) {
  return (
    <div role="status" className="flex flex-col items-center justify-center gap-4 px-4 py-16 text-accent-ink">
      <span aria-hidden="true" className="grid h-8 place-items-center">
        {ANIMATIONS[animation]}
      </span>
      <p className="text-center text-ink-muted">{message}</p>
    </div>
  );
}

function Dots({ motion }: { motion: string }) {
  return (
    <span className="flex gap-1.5">
      {DOT_DELAYS.map((delay) => (
        <span key={delay} className={clsx('size-2.5 rounded-full bg-current', motion, delay)} />
      ))}
    </span>
  );
}
