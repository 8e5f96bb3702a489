import { describe, expect, it } from 'vitest';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { choosePreview } from './preview-content.tsx';

const file = (fileType: FileWithContent['fileType'], content: string | null): FileWithContent => ({
  id: 1,
  name: `a.${fileType}`,
  fileType,
  content,
  size: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  allowDownload: true,
  folderId: null,
  ownerId: 1,
  accessLevel: 'owner',
  indexStatus: 'indexed',
  indexReason: null,
});

describe('the preview of a file', () => {
  it('the preview opens a PDF or an image only when the file may be downloaded', () => {
    expect(choosePreview(file('pdf', null), true)).toEqual({ kind: 'pdf' });
    expect(choosePreview(file('png', null), true)).toEqual({ kind: 'image' });
    expect(choosePreview(file('pdf', null), false)).toBeNull();
    expect(choosePreview(file('png', null), false)).toBeNull();
  });

  it('the preview shows the start of a text and whether it is truncated', () => {
    expect(choosePreview(file('txt', 'short'), true)).toEqual({
      kind: 'text',
      text: 'short',
      isTruncated: false,
    });
    const long = choosePreview(file('md', 'x'.repeat(4001)), true);
    expect(long).toEqual({ kind: 'text', text: 'x'.repeat(4000), isTruncated: true });
  });

  it('the preview shows the first 150 characters of a document without its marker', () => {
    const content = `[Word Document] ${'word '.repeat(100)}`;
    expect(choosePreview(file('docx', content), true)).toEqual({
      kind: 'excerpt',
      text: 'word '.repeat(30).trim(),
    });
    expect(choosePreview(file('docx', '[Word Document]'), true)).toBeNull();
  });

  it('the preview shows comma-separated values as a table to those who may read the bytes', () => {
    const csv = file('csv', 'Customer,Price');
    expect(choosePreview(csv, true)).toEqual({ kind: 'sheet' });
    expect(choosePreview(csv, false)).toMatchObject({ kind: 'text' });
    expect(choosePreview({ ...csv, content: '', size: 0 }, true)).toMatchObject({ kind: 'text' });
  });

  it('the preview never shows encoded bytes as text', () => {
    expect(choosePreview(file('docx', '[DOCX_BASE64]UEsDBBQ'), true)).toBeNull();
    expect(choosePreview(file('txt', '[BINARY_BASE64]AAAA'), true)).toBeNull();
  });
});
