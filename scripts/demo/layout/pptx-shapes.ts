import { COLORS, type Shape } from '../drawing/drawing.ts';
import { escapeXml } from './office-package.ts';

/** English Metric Units of a point. */
export const EMU = 12_700;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const emu = (points: number): number => Math.round(points * EMU);
export const frameXml = ({ x, y, width, height }: Box, flip = ''): string =>
  `<a:xfrm${flip}><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>`;
const fillXml = (color: string | undefined): string =>
  color === undefined
    ? '<a:noFill/>'
    : `<a:solidFill><a:srgbClr val="${color.slice(1).toUpperCase()}"/></a:solidFill>`;
const lineXml = (color: string | undefined, width = 1): string =>
  `<a:ln w="${emu(width)}">${fillXml(color)}</a:ln>`;

export function paragraphXml(
  text: string,
  size: number,
  color: string,
  bold = false,
  isBullet = false,
  align = 'l',
): string {
  const properties = isBullet
    ? '<a:pPr marL="228600" indent="-228600" algn="l"><a:spcAft><a:spcPts val="900"/></a:spcAft><a:buChar char="•"/></a:pPr>'
    : `<a:pPr algn="${align}"><a:buNone/></a:pPr>`;
  return `<a:p>${properties}<a:r><a:rPr lang="en-GB" sz="${Math.round(size * 100)}"${bold ? ' b="1"' : ''}>${fillXml(color)}<a:latin typeface="Arial"/></a:rPr><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
}

export function textBox(
  id: number,
  name: string,
  box: Box,
  paragraphs: string,
  placeholder?: string,
): string {
  const role = placeholder === undefined ? '<p:nvPr/>' : `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name} ${id}"/><p:cNvSpPr${placeholder === undefined ? ' txBox="1"' : ''}/>${role}</p:nvSpPr><p:spPr>${frameXml(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0"><a:normAutofit/></a:bodyPr>${paragraphs}</p:txBody></p:sp>`;
}

export function shapeXml(id: number, shape: Shape): string {
  if (shape.kind === 'path') throw new Error('Slides show paths as pictures only');
  if (shape.kind === 'text') {
    const width = 260;
    const x =
      shape.align === 'right' ? shape.x - width : shape.align === 'center' ? shape.x - width / 2 : shape.x;
    const align = shape.align === 'right' ? 'r' : shape.align === 'center' ? 'ctr' : 'l';
    return textBox(
      id,
      'Label',
      { x, y: shape.y - shape.size, width: shape.align ? width : 420, height: shape.size * 1.4 },
      paragraphXml(shape.text, shape.size, shape.color ?? COLORS.ink, shape.bold, false, align),
    );
  }
  if (shape.kind === 'line') {
    const [x, y] = [Math.min(shape.x1, shape.x2), Math.min(shape.y1, shape.y2)];
    const box = { x, y, width: Math.abs(shape.x2 - shape.x1), height: Math.abs(shape.y2 - shape.y1) };
    const flip = (shape.x2 - shape.x1) * (shape.y2 - shape.y1) < 0 ? ' flipV="1"' : '';
    return `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="${id}" name="Line ${id}"/><p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${frameXml(box, flip)}<a:prstGeom prst="line"><a:avLst/></a:prstGeom>${lineXml(shape.color, shape.lineWidth)}</p:spPr></p:cxnSp>`;
  }
  const box =
    shape.kind === 'rect'
      ? shape
      : { x: shape.x - shape.rx, y: shape.y - shape.ry, width: shape.rx * 2, height: shape.ry * 2 };
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frameXml(box)}<a:prstGeom prst="${shape.kind === 'rect' ? 'rect' : 'ellipse'}"><a:avLst/></a:prstGeom>${fillXml(shape.fill)}${lineXml(shape.stroke, shape.lineWidth)}</p:spPr></p:sp>`;
}
