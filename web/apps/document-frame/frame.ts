import './frame.css';
import { checkPackage } from '#web/lib/documents/check-office-package.ts';
import type { DocumentFailure, DocumentOrder, FrameReport } from '#web/lib/documents/frame-messages.ts';
import { highlightPassage } from '#web/lib/documents/highlight-passage.ts';
import { reportUse } from './report-activity.ts';

/** Draws into the element; resolves to where the quote is to be looked for, or to nothing when there is nothing to see. */
type Draw = (order: DocumentOrder, canvas: HTMLElement) => Promise<HTMLElement | null>;

const DRAW: Record<DocumentOrder['kind'], () => Promise<Draw>> = {
  docx: async () => (await import('./render-docx.ts')).drawDocx,
  pptx: async () => (await import('./render-pptx.ts')).drawPptx,
  markdown: async () => (await import('./render-markdown.ts')).drawMarkdown,
  email: async () => (await import('./render-email.ts')).drawEmail,
};

// This page has no origin of its own to name; who may frame it is settled by its policy.
const report = (message: FrameReport) => window.parent.postMessage(message, '*');
const fail = (failure: DocumentFailure) => report({ state: 'failed', failure });

window.addEventListener('message', ({ source, data }: MessageEvent<DocumentOrder>) => {
  if (source === window.parent) void show(data);
});
report({ state: 'listening' });
reportUse(() => report({ state: 'used' }));

async function show(order: DocumentOrder): Promise<void> {
  const canvas = document.getElementById('document');
  if (!canvas) return;
  // Lets the keyboard scroll.
  canvas.tabIndex = 0;
  document.documentElement.dataset['scheme'] = order.colorScheme;
  document.documentElement.dataset['kind'] = order.kind;
  try {
    const flaw = order.kind === 'docx' || order.kind === 'pptx' ? checkPackage(order.bytes) : null;
    if (flaw) return fail(flaw);
    const draw = await DRAW[order.kind]();
    const text = await draw(order, canvas);
    if (!text) return fail('empty');
    report({ state: 'shown', isQuoteFound: bringToQuote(text, canvas, order.quote) });
  } catch {
    // Whatever a library trips over is the document's doing: it is not one of its kind, or only in part.
    fail('damaged');
  }
}

function bringToQuote(text: HTMLElement, canvas: HTMLElement, quote: string | undefined): boolean {
  if (quote === undefined) return false;
  const range = highlightPassage(text, canvas, quote);
  if (!range) return false;
  const { top, height } = range.getBoundingClientRect();
  window.scrollBy(0, top - (window.innerHeight - height) / 2);
  return true;
}
