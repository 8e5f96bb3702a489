import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { childrenOf, decodeXml, parseXml, tagOf, textOf, type XmlNode } from '../containers/xml.ts';
import { readFlatPackage } from './read-flat-package.ts';
import { findXmlFormat } from './xml-format.ts';

/**
 * Loads what reads the file: a document of Word 2003, a workbook, an Office or OpenDocument file that is one XML file, or any
 * other XML. The function returned reads it and returns its title.
 */
export async function prepareXml(bytes: Buffer, writer: BlockWriter): Promise<() => string | undefined> {
  // Refuses entities before anything else reads the file.
  const source = decodeXml(bytes);
  switch (findXmlFormat(source)) {
    case 'word-2003': {
      const { extractWordXml } = await import('../word/extract-word-xml.ts');
      return () => extractWordXml(parseXml(bytes), writer);
    }
    case 'word-package': {
      const { extractDocx } = await import('../word/extract-docx.ts');
      return () => extractDocx(readFlatPackage(source), writer);
    }
    case 'slide-package': {
      const { extractPptx } = await import('../slides/extract-pptx.ts');
      return () => extractPptx(readFlatPackage(source), writer);
    }
    case 'spreadsheet':
    case 'ods': {
      const { openXmlWorkbook } = await import('./open-xml-workbook.ts');
      const { READ_OPTIONS, writeWorkbook } = await import('../sheet/write-workbook.ts');
      return () => writeWorkbook(openXmlWorkbook(source, READ_OPTIONS), writer);
    }
    case 'odt': {
      const { extractOdt } = await import('../open-document/extract-odt-and-odp.ts');
      return () => extractOdt(toOdfParts(source), writer);
    }
    case 'odp': {
      const { extractOdp } = await import('../open-document/extract-odt-and-odp.ts');
      return () => extractOdp(toOdfParts(source), writer);
    }
    case undefined:
      return () => {
        writeElements(parseXml(bytes), writer);
        return undefined;
      };
  }
}

/** The content has the title too, which the readers of OpenDocument look for in a part of its own. */
function toOdfParts(source: string): Map<string, Buffer> {
  const [properties = ''] = /<office:meta[\s>][\s\S]*?<\/office:meta>/.exec(source) ?? [];
  const content = Buffer.from(source);
  return properties === ''
    ? new Map([['content.xml', content]])
    : new Map([
        ['content.xml', content],
        ['meta.xml', Buffer.from(`<document>${properties}</document>`)],
      ]);
}

/** Writes each element that has text of its own as “name: text”, in order. */
function writeElements(element: XmlNode, writer: BlockWriter): void {
  if (writer.isTruncated) return;
  const children = childrenOf(element);
  const hasText = children.some((child) => tagOf(child) === '#text' && textOf(child).trim() !== '');
  if (hasText)
    writer.addBlock('paragraph', `${tagOf(element)}: ${textOf(element).replace(/\s+/g, ' ').trim()}`);
  else for (const child of children) writeElements(child, writer);
}
