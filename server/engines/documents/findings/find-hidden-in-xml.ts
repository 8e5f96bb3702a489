import { decodeXml } from '../formats/containers/xml.ts';
import { readFlatPackage } from '../formats/xml/read-flat-package.ts';
import { findXmlFormat } from '../formats/xml/xml-format.ts';
import type { HiddenContent } from './finding.ts';

/** Finds what an office document that is one XML file contains beside its text. */
export async function findHiddenInXml(bytes: Buffer): Promise<HiddenContent> {
  const source = decodeXml(bytes);
  switch (findXmlFormat(source)) {
    case 'word-package':
    case 'slide-package': {
      const { findHiddenInOffice } = await import('./find-hidden-in-office.ts');
      return { findings: findHiddenInOffice(readFlatPackage(source)), isComplete: true };
    }
    case 'odt':
    case 'ods':
    case 'odp': {
      const { findHiddenInOpenDocument } = await import('./find-hidden-in-open-document.ts');
      // One root has the properties and the content.
      const parts = new Map([
        ['meta.xml', Buffer.from(source)],
        ['content.xml', Buffer.from(source)],
      ]);
      return { findings: findHiddenInOpenDocument(parts), isComplete: true };
    }
    case 'spreadsheet': {
      const { openXmlWorkbook } = await import('../formats/xml/open-xml-workbook.ts');
      const { findHiddenInWorkbook, WORKBOOK_OPTIONS } = await import('./find-hidden-in-workbook.ts');
      // Its properties are not read.
      return { findings: findHiddenInWorkbook(openXmlWorkbook(source, WORKBOOK_OPTIONS)), isComplete: false };
    }
    case 'word-2003':
      return { findings: [], isComplete: false };
    case undefined:
      return { findings: [], isComplete: true };
  }
}
