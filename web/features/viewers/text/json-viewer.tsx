import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ExactNumber } from './parse-exactly.ts';
import { TextPage } from './text-page.tsx';

/** Number of entries of a long list or object shown at a time. */
const PAGE_SIZE = 100;

/** Shows a JSON value with collapsible parts; collapsed parts are not rendered. */
export function JsonViewer({ value }: { value: unknown }) {
  return (
    <TextPage>
      <div className="font-mono text-sm">
        <JsonNode value={value} isOpen />
      </div>
    </TextPage>
  );
}

interface JsonNodeProps {
  name?: string;
  value: unknown;
  isOpen?: boolean;
}

function JsonNode({ name, value, isOpen: startsOpen = false }: JsonNodeProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const label = name !== undefined && <span className="text-accent-ink">{name}: </span>;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return (
      <div className="wrap-anywhere whitespace-pre-wrap py-0.5 pl-4">
        {label}
        {value instanceof ExactNumber ? value.text : JSON.stringify(value)}
      </div>
    );
  }
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  const summary = Array.isArray(value) ? `[${count}]` : `{${count}}`;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-0.5">
        {label}
        <span className="text-ink-muted">{summary}</span>
      </summary>
      {isOpen && <JsonEntries value={value} />}
    </details>
  );
}

function JsonEntries({ value }: { value: object }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const parts = Object.entries(value);
  return (
    <div className="ml-1.5 border-line border-l pl-3">
      {parts.slice(0, shown).map(([name, part]) => (
        <JsonNode key={name} name={name} value={part} />
      ))}
      {parts.length > shown && (
        <Button size="small" variant="ghost" onClick={() => setShown(shown + PAGE_SIZE)}>
          Show More ({parts.length - shown})
        </Button>
      )}
    </div>
  );
}
