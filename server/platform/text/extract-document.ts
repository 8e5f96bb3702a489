import type { Block, DocumentType, Extraction } from './block.ts';
import { BlockWriter } from './block-writer.ts';
import { requireContent } from './content-check.ts';
import { cleanTitle } from './title.ts';
import { Unreadable } from './unreadable.ts';

export interface DocumentLimits {
  /** Bytes that a zip's parts may unpack to, all together. */
  maxInflated: number;
  /** Length of the text in UTF-16 units; what is beyond is left out. */
  maxText: number;
}

interface Facts {
  title: string | undefined;
  pages: number | null;
}

type Extract = (bytes: Buffer, writer: BlockWriter, limits: DocumentLimits) => Promise<Facts>;

const untitled: Facts = { title: undefined, pages: null };

/** Each library is loaded when a document first needs it: all of them would double the start of a process. */
const EXTRACTORS: Record<DocumentType, Extract> = {
  pdf: async (bytes, writer) => (await import('./extract-pdf.ts')).extractPdf(bytes, writer),
  docx: async (bytes, writer, { maxInflated }) => {
    const { extractDocx } = await import('./extract-docx.ts');
    return { title: await extractDocx(bytes, writer, maxInflated), pages: null };
  },
  xlsx: async (bytes, writer, { maxInflated }) => {
    const { extractXlsx } = await import('./extract-xlsx.ts');
    return { title: await extractXlsx(bytes, writer, maxInflated), pages: null };
  },
  pptx: async (bytes, writer, { maxInflated }) => {
    const { extractPptx } = await import('./extract-pptx.ts');
    return { title: await extractPptx(bytes, writer, maxInflated), pages: null };
  },
  txt: async (bytes, writer) => {
    (await import('./extract-plain.ts')).extractPlain(bytes, writer);
    return untitled;
  },
  md: async (bytes, writer) => {
    (await import('./extract-markdown.ts')).extractMarkdown(bytes, writer);
    return untitled;
  },
  csv: async (bytes, writer) => {
    (await import('./extract-csv.ts')).extractCsv(bytes, writer);
    return untitled;
  },
  json: async (bytes, writer) => {
    (await import('./extract-json.ts')).extractJson(bytes, writer);
    return untitled;
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
    const { title, pages } = await EXTRACTORS[type](bytes, writer, limits);
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
