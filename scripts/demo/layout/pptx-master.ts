import { RELATIONSHIPS, relationshipsXml } from './office-package.ts';

/** Namespaces of drawings and of presentations. */
export const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';

/** Begins a tree of shapes. */
export const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
const COLOR_NAMES = {
  dk1: '1C2530',
  lt1: 'FFFFFF',
  dk2: '1F3A5F',
  lt2: 'EEF2F6',
  accent1: '1F3A5F',
  accent2: '2A7F86',
  accent3: 'C9A45C',
  accent4: 'B5533C',
  accent5: '8FB8D0',
  accent6: '5B6673',
  hlink: '2A7F86',
  folHlink: '5B6673',
};
const THEME_COLORS = Object.entries(COLOR_NAMES)
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join('');
const FONT = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const COLOR_MAP =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
/** Theme, master and layout, which every presentation needs. */
export const MASTER_PARTS = {
  'ppt/theme/theme1.xml': `<a:theme xmlns:a="${A}" name="Tarnbrook"><a:themeElements><a:clrScheme name="Tarnbrook">${THEME_COLORS}</a:clrScheme><a:fontScheme name="Tarnbrook"><a:majorFont>${FONT}</a:majorFont><a:minorFont>${FONT}</a:minorFont></a:fontScheme><a:fmtScheme name="Tarnbrook"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${FILL}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${RELATIONSHIPS}"><p:cSld><p:spTree>${GROUP}</p:spTree></p:cSld>${COLOR_MAP}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationshipsXml([
    ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['rId2', 'theme', '../theme/theme1.xml'],
  ]),
  'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${RELATIONSHIPS}" type="titleOnly"><p:cSld name="Title only"><p:spTree>${GROUP}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationshipsXml([
    ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
  ]),
};
