import { useEffect, useMemo, useRef } from 'react';
import type { TextRange } from '#web/lib/documents/locate-passage.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { splitIntoSections } from './text-sections.ts';
import { usePassageLocation } from './use-passage-location.ts';

/** Preformatted text with a quote marked and brought into view. */
export function HighlightedText({ text, quote }: { text: string; quote: string | undefined }) {
  const sections = useMemo(() => splitIntoSections(text), [text]);
  const ranges = usePassageLocation(sections, quote);
  const sheet = useRef<HTMLPreElement>(null);

  useEffect(() => {
    if (ranges) sheet.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [ranges]);

  return (
    <div>
      <div role="status" className="not-empty:mb-4">
        {ranges === null && (
          <Notice tone="info">The passage could not be located in the text that is shown.</Notice>
        )}
      </div>
      <Card className="p-4 md:p-6">
        <pre ref={sheet} className="whitespace-pre-wrap font-mono text-sm wrap-anywhere">
          {sections.map((section, index) => (
            // Sections never change their order; those off the screen cost nothing, in height a guess until they are seen.
            // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other name than its place
            <div key={index} className="[contain-intrinsic-size:auto_120rem] [content-visibility:auto]">
              <TextWithMark text={section} range={ranges?.find(({ item }) => item === index)} />
            </div>
          ))}
        </pre>
      </Card>
    </div>
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
