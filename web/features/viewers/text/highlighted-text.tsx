import { useEffect, useMemo, useRef, useState } from 'react';
import type { TextRange } from '#shared/domain/locate-passage.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextPage } from './text-page.tsx';

/**
 * Minimum section length in characters: small enough to lay out quickly, large enough to keep the number of
 * elements low.
 */
const MIN_SECTION_LENGTH = 8 * 1024;

/**
 * Splits a text at line ends into sections, so that browsers lay out only the visible ones. Joined they equal the
 * text.
 */
export function splitIntoSections(text: string): string[] {
  const sections: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + MIN_SECTION_LENGTH);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    sections.push(text.slice(start, end));
    start = end;
  }
  return sections;
}

/**
 * Locates a quote in a text: `undefined` while searching, `null` when it is not there. Runs in a worker, since
 * matching a megabyte takes half a second.
 */
function usePassageLocation(
  sections: string[],
  quote: string | undefined,
): readonly TextRange[] | null | undefined {
  const [ranges, setRanges] = useState<readonly TextRange[] | null>();

  useEffect(() => {
    if (quote === undefined) return;
    const worker = new Worker(new URL('./locate-passage-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<TextRange[] | null>) => setRanges(data));
    worker.addEventListener('error', () => setRanges(null));
    worker.postMessage({ sections, quote });
    return () => {
      worker.terminate();
      setRanges(undefined);
    };
  }, [sections, quote]);

  return ranges;
}

/** Shows preformatted text with a quote highlighted and scrolled into view. */
export function HighlightedText({ text, quote }: { text: string; quote: string | undefined }) {
  const sections = useMemo(() => splitIntoSections(text), [text]);
  const ranges = usePassageLocation(sections, quote);
  const sheet = useRef<HTMLPreElement>(null);

  useEffect(() => {
    if (ranges) sheet.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [ranges]);

  return (
    <>
      <div role="status" className="empty:hidden">
        {ranges === null && (
          <Notice tone="info">The passage could not be located in the text that is shown.</Notice>
        )}
      </div>
      <TextPage>
        <pre ref={sheet} className="whitespace-pre-wrap font-mono text-sm wrap-anywhere">
          {sections.map((section, index) => (
            // Off-screen sections are skipped by layout and have an estimated height.
            // biome-ignore lint/suspicious/noArrayIndexKey: sections never change order
            <div key={index} className="[contain-intrinsic-size:auto_120rem] [content-visibility:auto]">
              <TextWithMark text={section} range={ranges?.find(({ item }) => item === index)} />
            </div>
          ))}
        </pre>
      </TextPage>
    </>
  );
}

function TextWithMark({ text, range }: { text: string; range: TextRange | undefined }) {
  if (!range) return text;
  return (
    <>
      {text.slice(0, range.start)}
      <mark className="rounded-sm bg-warning-soft text-warning-ink">
        {text.slice(range.start, range.end)}
      </mark>
      {text.slice(range.end)}
    </>
  );
}
