import './frame.css';
import { checkOfficePackage } from '#web/lib/documents/check-office-package.ts';
import type { DocumentError, FrameMessage, RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { highlightPassage } from '#web/lib/documents/highlight-passage.ts';

const MIN_INTERVAL_MS = 5_000;

/** Calls back while somebody moves something here, not more often than needed: the page around sees none of it. */
function reportActivity(report: () => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onUse = () => {
    if (performance.now() - reportedAt < MIN_INTERVAL_MS) return;
    reportedAt = performance.now();
    report();
  };
  for (const use of ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown', 'scroll'])
    document.addEventListener(use, onUse, { capture: true, passive: true });
}

/** Draws into the element; resolves to where the quote is to be looked for, or to nothing when there is nothing to see. */
type Renderer = (order: RenderRequest, canvas: HTMLElement) => Promise<HTMLElement | null>;

const RENDERERS: Record<RenderRequest['kind'], () => Promise<Renderer>> = {
  docx: async () => (await import('./render-docx.ts')).renderDocx,
  pptx: async () => (await import('./render-pptx.ts')).renderPptx,
  markdown: async () => (await import('./render-markdown.ts')).renderMarkdown,
  email: async () => (await import('./render-email.ts')).renderEmail,
};

// This page has no origin of its own to name; who may frame it is settled by its policy.
const postToParent = (message: FrameMessage) => window.parent.postMessage(message, '*');
const fail = (failure: DocumentError) => postToParent({ state: 'failed', failure });

window.addEventListener('message', ({ source, data }: MessageEvent<RenderRequest>) => {
  if (source === window.parent) void renderDocument(data);
});
postToParent({ state: 'listening' });
reportActivity(() => postToParent({ state: 'used' }));

async function renderDocument(order: RenderRequest): Promise<void> {
  const canvas = document.getElementById('document');
  if (!canvas) return;
  // Lets the keyboard scroll.
  canvas.tabIndex = 0;
  document.documentElement.dataset['scheme'] = order.colorScheme;
  document.documentElement.dataset['kind'] = order.kind;
  try {
    const packageError =
      order.kind === 'docx' || order.kind === 'pptx' ? checkOfficePackage(order.bytes) : null;
    if (packageError) return fail(packageError);
    const render = await RENDERERS[order.kind]();
    const text = await render(order, canvas);
    if (!text) return fail('empty');
    postToParent({ state: 'shown', isQuoteFound: scrollToQuote(text, canvas, order.quote) });
  } catch {
    // Whatever a library trips over is the document's doing: it is not one of its kind, or only in part.
    fail('damaged');
  }
}

function scrollToQuote(text: HTMLElement, canvas: HTMLElement, quote: string | undefined): boolean {
  if (quote === undefined) return false;
  const range = highlightPassage(text, canvas, quote);
  if (!range) return false;
  const { top, height } = range.getBoundingClientRect();
  window.scrollBy(0, top - (window.innerHeight - height) / 2);
  return true;
}
