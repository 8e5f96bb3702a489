import { PDFDataRangeTransport } from 'pdfjs-dist';
import type { OpenMessage, RangeRequest } from '#web/lib/documents/pdf-frame/messages.ts';
import { createRangeReader, type RangeReader } from './range-reader.ts';

/** Passes pdf.js's requests for bytes on to the page around the frame. */
export class RangeTransport extends PDFDataRangeTransport {
  readonly reader: RangeReader;

  constructor({ size, firstBytes }: OpenMessage, ask: (request: RangeRequest) => void) {
    super(size, new Uint8Array(firstBytes));
    this.reader = createRangeReader(ask);
  }

  override requestDataRange(begin: number, end: number): void {
    void this.reader.read(begin, end).then((bytes) => this.onDataRange(begin, bytes));
  }
}
