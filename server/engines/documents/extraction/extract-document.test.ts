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

describe('empty files', () => {
  it.each(documentTypes)('an empty file named %s is reported as empty', async (type) => {
    expect(await extractDocument(type, Buffer.alloc(0), limits)).toEqual({
      status: 'no-text',
      reasons: [{ code: 'empty' }],
      imagePages: [],
    });
  });

  it('a text of blanks is not indexed', async () => {
    expect(await extractDocument('txt', Buffer.from(' \n\t\r\n — '), limits)).toEqual({
      status: 'no-text',
      reasons: [{ code: 'no-text' }],
      imagePages: [],
    });
  });
});

describe('files with a misleading name', () => {
  it.each<DocumentType>(['pdf', 'docx', 'xlsx', 'odp', 'ppt'])(
    'the type of %s is detected by its first bytes',
    async (type) => {
      const text = Buffer.from('Only text, whatever the name says.');
      expect(await extractDocument(type, text, limits)).toEqual({
        status: 'damaged',
        reasons: [{ code: 'wrong-content', type }],
      });
    },
  );

  it('a PDF or a zip named as text is refused', async () => {
    for (const bytes of [await makePdf([[]]), makeZip({ 'a.txt': 'a' })]) {
      expect(await extractDocument('txt', bytes, limits)).toMatchObject({ status: 'damaged' });
    }
  });

  it('a Word document named as a presentation is refused', async () => {
    const { status } = await extractDocument('pptx', makeDocx(paragraph('Hello')), limits);
    expect(status).toBe('damaged');
  });
});

describe('zip bombs', () => {
  const zeros = new Uint8Array(40 * 1024 * 1024);

  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])(
    'a zip bomb as %s is abandoned while it inflates',
    async (type) => {
      const bomb = makeZip({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': zeros,
        'word/document.xml': zeros,
      });
      expect(await extractDocument(type, bomb, { ...limits, maxInflated: 2 ** 40 })).toEqual(unpacks);
    },
  );

  it('a zip bomb that declares a small size is abandoned or reported as damaged', async () => {
    const bomb = Buffer.from(makeZip({ 'word/document.xml': zeros }));
    const directory = bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(100, directory + 24);
    expect(await extractDocument('docx', bomb, { ...limits, maxInflated: 2 ** 40 })).toEqual(damaged);
  });

  it('a zip bomb in a part without text is never opened', async () => {
    const docx = makeDocx(paragraph('Hello'), {});
    const bomb = makeZip({ ...unzipSync(docx), 'word/embeddings/inner.zip': zeros });
    expect(await extractDocument('docx', bomb, limits)).toMatchObject({ status: 'indexed' });
  });

  it('a package with too many parts is refused', async () => {
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
  ])('XML entities in %s are refused, neither expanded nor fetched', async (_, xml) => {
    const docx = makeZip({ ...unzipSync(makeDocx('')), 'word/document.xml': xml });
    expect(await extractDocument('docx', docx, limits)).toEqual(entities);
  });

  it('XML entities are refused in a workbook', async () => {
    const workbook = makeZip({ '[Content_Types].xml': '<Types/>', 'xl/sharedStrings.xml': document });
    expect(await extractDocument('xlsx', workbook, limits)).toEqual(entities);
  });
});

describe('protected Office files', () => {
  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])(
    'a protected file named %s is reported as protected',
    async (type) => {
      const wrapped = makeCompoundFile({ EncryptedPackage: Buffer.alloc(600) });
      expect(await extractDocument(type, wrapped, limits)).toEqual({
        status: 'protected',
        reasons: [{ code: 'password-protected' }],
      });
    },
  );
});

it.each<DocumentType>(['msg', 'docx'])(
  'an Outlook message named %s with a protected workbook attached is read',
  async (type) => {
    const message = makeCompoundFile({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_1000001F': Buffer.from('The password follows.', 'utf16le'),
      '__attach_version1.0_#00000000/__substg1.0_37010102': makeCompoundFile({
        EncryptedPackage: Buffer.alloc(600),
      }),
    });
    expect(await extractDocument(type, message, limits)).toMatchObject({
      status: 'indexed',
      blocks: [{ text: 'The password follows.' }],
    });
  },
);

describe('damaged Office files', () => {
  it.each<DocumentType>(['docx', 'xlsx', 'pptx'])(
    '%s that is cut off in the middle is reported as damaged',
    async (type) => {
      const whole = makeDocx(paragraph('Hello'));
      expect(await extractDocument(type, whole.subarray(0, whole.length / 2), limits)).toEqual(damaged);
    },
  );

  it('endlessly nested XML is reported as damaged', async () => {
    const deep = '<w:ins>'.repeat(5_000) + '</w:ins>'.repeat(5_000);
    expect(await extractDocument('docx', makeDocx(deep), limits)).toEqual(damaged);
  });
});

describe('texts above the limit', () => {
  it('a text above the limit is truncated, which is reported', async () => {
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
