import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { HtmlReader } from './html-reader.ts';

/** Where a page may say its encoding. */
const HEAD_BYTES = 16 * 1024;
const DECLARED_ENCODING = /<meta[^>]+charset\s*=\s*["']?([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;

/** A web page as a reader sees it; returns its title. */
export function extractHtml(bytes: Buffer, writer: BlockWriter): string | undefined {
  const [, meta, xml] = DECLARED_ENCODING.exec(bytes.toString('latin1', 0, HEAD_BYTES)) ?? [];
  return writeHtml(decodeText(writer.truncateBytes(bytes), meta ?? xml), writer);
}

export function writeHtml(html: string, writer: BlockWriter): string | undefined {
  const reader = new HtmlReader((piece) => {
    if (piece.kind === 'heading') writer.addHeading(piece.level, piece.text);
    else writer.addBlock(piece.kind, piece.text);
  });
  return reader.read(html);
}
