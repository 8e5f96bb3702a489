import type { BlockWriter } from '../blocks/block-writer.ts';
import type { DocumentMetadata, DocumentType } from '../blocks/document-text.ts';
import { readZipParts } from '../formats/containers/zip-parts.ts';

/** Loads the library and unpacks the file; the function returned reads it, without waiting for anything. */
type PrepareExtraction = (
  bytes: Buffer,
  writer: BlockWriter,
  limits: { maxInflated: number; timeoutMs: number },
) => Promise<() => DocumentMetadata>;

const withoutMetadata = (read: () => void) => (): DocumentMetadata => {
  read();
  return {};
};

/** Each library is loaded when a document first needs it: all of them would double the start of a process. */
export const EXTRACTORS: Record<DocumentType, PrepareExtraction> = {
  pdf: async (bytes, writer, { timeoutMs }) => {
    const { extractPdf } = await import('../formats/pdf/extract-pdf.ts');
    const pdfium = await (await import('../formats/pdf/pdfium.ts')).loadPdfium();
    return () => extractPdf(pdfium, bytes, writer, timeoutMs);
  },
  docx: async (bytes, writer, { maxInflated }) => {
    const { extractDocx } = await import('../formats/word/extract-docx.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => ({ title: extractDocx(parts, writer) });
  },
  xlsx: async (bytes, writer, { maxInflated }) => {
    const { extractXlsx, WORKBOOK_PART } = await import('../formats/sheet/extract-xlsx.ts');
    const parts = await readZipParts(bytes, maxInflated, WORKBOOK_PART);
    return () => ({ title: extractXlsx(parts, writer) });
  },
  pptx: async (bytes, writer, { maxInflated }) => {
    const { extractPptx } = await import('../formats/slides/extract-pptx.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => ({ title: extractPptx(parts, writer) });
  },
  odt: async (bytes, writer, { maxInflated }) => {
    const { extractOdt } = await import('../formats/open-document/extract-odt-and-odp.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => ({ title: extractOdt(parts, writer) });
  },
  ods: async (bytes, writer, { maxInflated }) => {
    const { extractOds } = await import('../formats/open-document/extract-ods.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => ({ title: extractOds(parts, writer) });
  },
  odp: async (bytes, writer, { maxInflated }) => {
    const { extractOdp } = await import('../formats/open-document/extract-odt-and-odp.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => ({ title: extractOdp(parts, writer) });
  },
  doc: async (bytes, writer) => {
    const { extractDoc } = await import('../formats/word/extract-doc.ts');
    return withoutMetadata(() => extractDoc(bytes, writer));
  },
  xls: async (bytes, writer) => {
    const { extractXls } = await import('../formats/sheet/extract-xls.ts');
    return () => ({ title: extractXls(bytes, writer) });
  },
  ppt: async (bytes, writer) => {
    const { extractPpt } = await import('../formats/slides/extract-ppt.ts');
    return withoutMetadata(() => extractPpt(bytes, writer));
  },
  rtf: async (bytes, writer) => {
    const { extractRtf } = await import('../formats/rtf/extract-rtf.ts');
    return () => ({ title: extractRtf(bytes, writer) });
  },
  html: async (bytes, writer) => {
    const { extractHtml } = await import('../formats/html/extract-html.ts');
    return () => ({ title: extractHtml(bytes, writer) });
  },
  eml: async (bytes, writer) => {
    const { prepareEml } = await import('../formats/mail/extract-eml.ts');
    return prepareEml(bytes, writer);
  },
  msg: async (bytes, writer) => {
    const { extractMsg } = await import('../formats/mail/extract-msg.ts');
    return () => extractMsg(bytes, writer);
  },
  txt: async (bytes, writer) => {
    const { extractPlainText } = await import('../formats/plain-text/extract-plain-text.ts');
    return withoutMetadata(() => extractPlainText(bytes, writer));
  },
  md: async (bytes, writer) => {
    const { extractMarkdown } = await import('../formats/plain-text/extract-markdown.ts');
    return withoutMetadata(() => extractMarkdown(bytes, writer));
  },
  csv: async (bytes, writer) => {
    const { extractCsv } = await import('../formats/sheet/extract-csv.ts');
    return withoutMetadata(() => extractCsv(bytes, writer));
  },
  json: async (bytes, writer) => {
    const { extractJson } = await import('../formats/plain-text/extract-json.ts');
    return withoutMetadata(() => extractJson(bytes, writer));
  },
  xml: async (bytes, writer) => {
    const { prepareXml } = await import('../formats/xml/extract-xml.ts');
    const read = await prepareXml(bytes, writer);
    return () => ({ title: read() });
  },
};
