import { clsx } from 'clsx';
import type { TextMatch } from '#shared/contracts/pages.ts';

interface PageMarksProps {
  boxes: TextMatch['boxes'];
  /** Stands out among other matches. */
  isCurrent?: boolean;
}

/** Marks parts of a page image, which lies below. */
export function PageMarks({ boxes, isCurrent = true }: PageMarksProps) {
  return boxes.map(({ x, y, width, height }) => (
    <span
      key={`${x} ${y}`}
      aria-hidden="true"
      data-mark
      className={clsx(
        'pointer-events-none absolute rounded-[1px] mix-blend-multiply',
        isCurrent ? 'bg-[#ffd54a]' : 'bg-[#fff0b3]',
      )}
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    />
  ));
}

const percent = (fraction: number): string => `${fraction * 100}%`;
