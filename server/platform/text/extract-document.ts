import type { Block, DocumentType, Extraction } from './block.ts';
import { BlockWriter } from './block-writer.ts';
import { requireContent } from './content-check.ts';
import { cleanTitle } from './title.ts';
import { Unreadable } from './unreadable.ts';
import { withinTime } from './within-time.ts';
import { readXmlParts } from './zip-parts.ts';

export interface DocumentLimits {
  /** Bytes that a zip's parts may unpack to, all together. */
  maxInflated: number;
  /** Length of the text in UTF-16 units; what is beyond is left out. */
  maxText: number;
  /** For one document, from its first byte in to its last block out. */
  timeoutMs: number;
}

interface Facts {
  title: string | undefined;
  pages: number | null;
}

/** Loads the library and unpacks the file; the function returned reads it, without waiting for anything. */
type Prepare = (bytes: Buffer, writer: BlockWriter, limits: DocumentLimits) => Promise<() => Facts>;

const facts = (title?: string): Facts => ({ title, pages: null });
const untitled = (read: () => void) => (): Facts => {
  read();
  return facts();
};

/** Each library is loaded when a document first needs it: all of them would double the start of a process. */
const EXTRACTORS: Record<DocumentType, Prepare> = {
  pdf: async (bytes, writer) => {
    const { extractPdf } = await import('./extract-pdf.ts');
    const pdfium = await (await import('./pdfium.ts')).startPdfium();
    return () => extractPdf(pdfium, bytes, writer);
  },
  docx: async (bytes, writer, { maxInflated }) => {
    const { extractDocx } = await import('./extract-docx.ts');
    const parts = await readXmlParts(bytes, maxInflated);
    return () => facts(extractDocx(parts, writer));
  },
  xlsx: async (bytes, writer, { maxInflated }) => {
    const { extractXlsx } = await import('./extract-xlsx.ts');
    const parts = await readXmlParts(bytes, maxInflated);
    return () => facts(extractXlsx(parts, writer));
  },
  pptx: async (bytes, writer, { maxInflated }) => {
    const { extractPptx } = await import('./extract-pptx.ts');
    const parts = await readXmlParts(bytes, maxInflated);
    return () => facts(extractPptx(parts, writer));
  },
  txt: async (bytes, writer) => {
    const { extractPlain } = await import('./extract-plain.ts');
    return untitled(() => extractPlain(bytes, writer));
  },
  md: async (bytes, writer) => {
    const { extractMarkdown } = await import('./extract-markdown.ts');
    return untitled(() => extractMarkdown(bytes, writer));
  },
  csv: async (bytes, writer) => {
    const { extractCsv } = await import('./extract-csv.ts');
    return untitled(() => extractCsv(bytes, writer));
  },
  json: async (bytes, writer) => {
    const { extractJson } = await import('./extract-json.ts');
    return untitled(() => extractJson(bytes, writer));
  },
};

/** Turns a document into blocks; never throws for what the document holds. Runs in a process that may be killed. */
export async function extractDocument(
  type: DocumentType,
  bytes: Buffer,
  limits: DocumentLimits,
): Promise<Extraction> {
  const writer = new BlockWriter(limits.maxText);
  try {
    requireContent(type, bytes);
    const read = await EXTRACTORS[type](bytes, writer, limits);
    const { title, pages } = withinTime(read, limits.timeoutMs);
    const { blocks, cut } = writer;
    if (!blocks.some((block) => /[\p{L}\p{N}]/u.test(block.text))) {
      return { status: 'no-text', reason: 'This file holds no text.' };
    }
    return { status: 'indexed', title: cleanTitle(title) ?? firstHeading(blocks), blocks, pages, cut };
  } catch (error) {
    if (error instanceof Unreadable) return { status: error.status, reason: error.message };
    // Libraries throw whatever they like at damaged files; memory that runs out ends the process instead.
    return { status: 'failed', reason: 'This file is damaged and cannot be read.' };
  }
}

/** A title near the top is the document's; a heading further down is only a chapter's. */
function firstHeading(blocks: readonly Block[]): string | null {
  return cleanTitle(blocks.slice(0, 5).find((block) => block.kind === 'heading')?.text);
}
