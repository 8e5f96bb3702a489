import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { COLORS, type Shape } from '../drawing/drawing.ts';
import { makeOfficeFile, RELATIONSHIPS, relationshipsXml } from './office-package.ts';
import { A, GROUP, MASTER_PARTS, P } from './pptx-master.ts';
import { EMU, frameXml, paragraphXml, shapeXml, textBox } from './pptx-shapes.ts';

/** Points of a slide of 16 to 9. */
const SLIDE = { width: 960, height: 540 } as const;
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';

export interface Slide {
  title: string;
  bullets?: readonly string[];
  shapes?: readonly Shape[];
  image?: { png: Uint8Array; x: number; y: number; width: number; height: number };
  isTitleSlide?: boolean;
}

export function makePptxDocument(
  name: string,
  slides: readonly Slide[],
  properties: { title: string; author: string; date: string },
): SampleDocument {
  const parts: Record<string, string | Uint8Array> = {
    'ppt/presentation.xml': `<p:presentation xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${RELATIONSHIPS}"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdMaster"/></p:sldMasterIdLst><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="${SLIDE.width * EMU}" cy="${SLIDE.height * EMU}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml([
      ...slides.map((_, at) => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`] as const),
      ['rIdMaster', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ['rIdTheme', 'theme', 'theme/theme1.xml'],
    ]),
    ...MASTER_PARTS,
  };
  slides.forEach((slide, at) => {
    const footer = `${properties.author}  |  ${properties.title}`;
    parts[`ppt/slides/slide${at + 1}.xml`] = slideXml(slide, at + 1, footer);
    parts[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relationshipsXml([
      ['rIdLayout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(slide.image ? [['rIdImage', 'image', `../media/image${at + 1}.png`] as const] : []),
    ]);
    if (slide.image) parts[`ppt/media/image${at + 1}.png`] = slide.image.png;
  });
  return makeOfficeFile(name, {
    main: 'ppt/presentation.xml',
    types: {
      'ppt/presentation.xml': `${TYPE}.presentation.main+xml`,
      'ppt/slideMasters/slideMaster1.xml': `${TYPE}.slideMaster+xml`,
      'ppt/slideLayouts/slideLayout1.xml': `${TYPE}.slideLayout+xml`,
      'ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
      ...Object.fromEntries(slides.map((_, at) => [`ppt/slides/slide${at + 1}.xml`, `${TYPE}.slide+xml`])),
    },
    parts,
    ...properties,
  });
}

function slideXml(
  { title, bullets = [], shapes = [], image, isTitleSlide = false }: Slide,
  number: number,
  footer: string,
): string {
  let id = 1;
  const nextId = () => {
    id += 1;
    return id;
  };
  const color = isTitleSlide ? COLORS.white : COLORS.navy;
  const heading = textBox(
    nextId(),
    'Title',
    { x: 44, y: isTitleSlide ? 210 : 28, width: 872, height: isTitleSlide ? 110 : 54 },
    paragraphXml(title, isTitleSlide ? 40 : 26, color, true),
    'title',
  );
  const body =
    bullets.length === 0
      ? ''
      : textBox(
          nextId(),
          'Text',
          {
            x: isTitleSlide ? 56 : 44,
            y: isTitleSlide ? 350 : 104,
            width: shapes.length > 0 || image ? 400 : 860,
            height: isTitleSlide ? 120 : 380,
          },
          bullets
            .map((text) =>
              paragraphXml(
                text,
                isTitleSlide ? 18 : 16,
                isTitleSlide ? COLORS.sky : COLORS.ink,
                false,
                !isTitleSlide,
              ),
            )
            .join(''),
        );
  const draw = (all: readonly Shape[]) => all.map((shape) => shapeXml(nextId(), shape)).join('');
  const imageXml = image
    ? `<p:pic><p:nvPicPr><p:cNvPr id="${nextId()}" name="Picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rIdImage"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(image)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
    : '';
  return `<p:sld xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${RELATIONSHIPS}"><p:cSld><p:spTree>${GROUP}${draw(listDecoration(isTitleSlide))}${heading}${body}${draw(shapes)}${imageXml}${draw(isTitleSlide ? [] : listFooter(footer, number))}</p:spTree></p:cSld></p:sld>`;
}

function listDecoration(isTitleSlide: boolean): Shape[] {
  return isTitleSlide
    ? [
        { kind: 'rect', x: 0, y: 0, width: SLIDE.width, height: SLIDE.height, fill: COLORS.navy },
        { kind: 'rect', x: 60, y: 330, width: 120, height: 5, fill: COLORS.sand },
      ]
    : [
        { kind: 'rect', x: 0, y: 0, width: 14, height: SLIDE.height, fill: COLORS.navy },
        { kind: 'rect', x: 44, y: 84, width: 872, height: 1.5, fill: COLORS.sand },
      ];
}

function listFooter(footer: string, number: number): Shape[] {
  return [
    { kind: 'text', x: 44, y: 522, text: footer, size: 9, color: COLORS.slate } as const,
    {
      kind: 'text',
      x: 916,
      y: 522,
      text: String(number),
      size: 9,
      color: COLORS.slate,
      align: 'right',
    } as const,
  ];
}
