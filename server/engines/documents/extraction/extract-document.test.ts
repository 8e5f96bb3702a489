import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type DocumentType, documentTypes } from '../blocks/document-text.ts';
import { makeDocx, makePdf, makeZip, paragraph } from '../testing/make-documents.ts';
import { makeCompoundFile } from '../testing/make-legacy-office-files.ts';
import { extractDocument } from './extract-document.ts';
import { limits } from './testing/expect-blocks.ts';

const damaged = { status: 'damaged', reasons: [{ code: 'damaged' }] };
const unpacks = {
  status: 'failed',
  reasons: [{ code: 'decompression-bomb' }],
};
const entities = {
  status: 'failed',
  reasons: [{ code: 'xml-entities' }],
};

describe('an empty file', () => {
  it.each(documentTypes)('named %s is said to be empty', async (type) => {
    expect(await extractDocument(type, Buffer.alloc(0), limits)).toEqual({
      status: 'no-text',
      reasons: [{ code: 'empty' }],
      imagePages: [],
    });
  });

  it('of blanks only is never indexed', async () => {
    expect(await extractDocument('txt', Buffer.from(' \n\t\r\n — '), limits)).toEqual({
      status: 'no-text',
      reasons: [{ code: 'no-text' }],
      imagePages: [],
    });
  });
});

describe('a file whose name lies', () => {
  it.each<DocumentType>(['pdf', 'docx', 'xlsx', 'odp', 'ppt'])(
    '%s is told by its first bytes',
    async (type) => {
      const text = Buffer.from('Only text, whatever the name says.');
      expect(await extractDocument(type, text, limits)).toEqual({
        status: 'damaged',
        reasons: [{ code: 'wrong-content', type }],
      });
    },
  );

  it('as text, and is a PDF or a zip, is refused', async () => {
    for (const bytes of [await makePdf([[]]), makeZip({ 'a.txt': 'a' })]) {
      expect(await extractDocument('txt', bytes, limits)).toMatchObject({ status: 'damaged' });
    }
  });

  it('as a presentation, and is a Word document, is refused', async () => {
    const { status } = await extractDocument('pptx', makeDocx(paragraph('Hello')), limits);
    expect(status).toBe('damaged');
  });
});

describe('a zip bomb', () => {
  const zeros = new Uint8Array(40 * 1024 * 1024);

  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])('as %s is given up while it inflates', async (type) => {
    const bomb = makeZip({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': zeros,
      'word/document.xml': zeros,
    });
    expect(await extractDocument(type, bomb, { ...limits, maxInflated: 2 ** 40 })).toEqual(unpacks);
  });

  it('that states a small size in its header is given up or found damaged, never inflated whole', async () => {
    const bomb = Buffer.from(makeZip({ 'word/document.xml': zeros }));
    const directory = bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(100, directory + 24);
    expect(await extractDocument('docx', bomb, { ...limits, maxInflated: 2 ** 40 })).toEqual(damaged);
  });

  it('in a part that is no text is never opened', async () => {
    const docx = makeDocx(paragraph('Hello'), {});
    const bomb = makeZip({ ...unzipSync(docx), 'word/embeddings/inner.zip': zeros });
    expect(await extractDocument('docx', bomb, limits)).toMatchObject({ status: 'indexed' });
  });

  it('of too many parts is refused', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`a${index}`, new Uint8Array()]),
    );
    expect(await extractDocument('docx', Buffer.from(zipSync(parts, { level: 0 })), limits)).toEqual({
      status: 'failed',
      reasons: [{ code: 'too-many-parts' }],
    });
  });
});

describe('XML entities', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "${'ha'.repeat(100)}"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const document = `<?xml version="1.0"?>${laughs}<w:document><w:body><w:p><w:r><w:t>&b;&x;</w:t></w:r></w:p></w:body></w:document>`;

  it.each([
    ['UTF-8', Buffer.from(document)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${document}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(document, 'utf16le')],
  ])('in %s are refused, neither expanded nor fetched', async (_, xml) => {
    const docx = makeZip({ ...unzipSync(makeDocx('')), 'word/document.xml': xml });
    expect(await extractDocument('docx', docx, limits)).toEqual(entities);
  });

  it('are refused in a workbook', async () => {
    const workbook = makeZip({ '[Content_Types].xml': '<Types/>', 'xl/sharedStrings.xml': document });
    expect(await extractDocument('xlsx', workbook, limits)).toEqual(entities);
  });
});

describe('a protected office file', () => {
  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])('named %s is said to be protected', async (type) => {
    const wrapped = makeCompoundFile({ EncryptedPackage: Buffer.alloc(600) });
    expect(await extractDocument(type, wrapped, limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'password-protected' }],
    });
  });
});

describe('a damaged office file', () => {
  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])(
    '%s cut off in the middle is said to be damaged',
    async (type) => {
      const whole = makeDocx(paragraph('Hello'));
      expect(await extractDocument(type, whole.subarray(0, whole.length / 2), limits)).toEqual(damaged);
    },
  );

  it('with XML nested without end is said to be damaged', async () => {
    const deep = '<w:ins>'.repeat(5_000) + '</w:ins>'.repeat(5_000);
    expect(await extractDocument('docx', makeDocx(deep), limits)).toEqual(damaged);
  });
});

describe('a text beyond the limit', () => {
  it('is cut, and says so', async () => {
    const extraction = await extractDocument('txt', Buffer.from('word '.repeat(1_000)), {
      ...limits,
      maxText: 100,
    });
    expect(extraction).toMatchObject({
      status: 'partly',
      reasons: [{ code: 'truncated' }],
    });
  });
});
