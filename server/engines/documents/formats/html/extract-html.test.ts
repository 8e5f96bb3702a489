import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';

const read = async (html: string | Buffer) => summarizeBlocks((await extractIndexed('html', html)).blocks);

describe('web pages', () => {
  it('a web page becomes headings, lists and tables, without scripts and hidden text', async () => {
    const html = `<!doctype html><html><head><title>Terms &amp; prices</title><style>p{}</style></head><body>
      <h1>Terms</h1><p>Rent is due<br>each <b>mon</b>th.</p><script>alert('no')</script>
      <ul><li>No pets<li>No smoke</ul><div hidden>secret</div><p style="display: none">secret</p>
      <table><caption>Prices</caption><tr><th>Item<th>From<th>Price</tr>
        <tr><td rowspan=2>Flat<td>May<td>900</tr><tr><td>June<td>950</tr></table>
      <table><tr><td><h2>In a frame</h2><p>Only layout</p></td></tr></table>
      <pre>two
lines</pre></body></html>`;
    const { blocks, title } = await extractIndexed('html', html);
    expect(summarizeBlocks(blocks)).toEqual([
      'heading Terms',
      'paragraph Rent is due\neach month.',
      'list No pets',
      'list No smoke',
      'paragraph Prices',
      'table Item: Flat; From: May; Price: 900',
      'table Item: Flat; From: June; Price: 950',
      'heading In a frame',
      'paragraph Only layout',
      'paragraph two\nlines',
    ]);
    expect(title).toBe('Terms & prices');
  });

  it.each([
    [
      'windows-1251',
      'Аренда помещения',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    ],
    ['shift_jis', '契約書', '<meta charset="shift_jis">'],
  ])('a web page is decoded as declared: %s', async (encoding, text, meta) => {
    const bytes =
      { 'Аренда помещения': 'c0f0e5ede4e020efeeece5f9e5ede8ff', 契約書: '8c5f96f18f91' }[text] ?? '';
    expect(encoding).not.toBe('');
    const page = Buffer.concat([Buffer.from(meta), Buffer.from('<p>'), Buffer.from(bytes, 'hex')]);
    expect(await read(page)).toEqual([`paragraph ${text}`]);
  });

  it('an endlessly nested web page is read to its end', async () => {
    expect(await read(`${'<div>'.repeat(20_000)}deep`)).toEqual(['paragraph deep']);
    expect(await read(`${'<table><tr><td>'.repeat(5_000)}deep`)).toEqual(['paragraph deep']);
  });

  it('a web page of scripts has no text', async () => {
    const html = '<html><script>document.write("text")</script><img onerror=alert(1) src=x></html>';
    expect(await extractDocument('html', Buffer.from(html), limits)).toMatchObject({ status: 'no-text' });
  });
});
