/** The part of a shape that its place depends on; `size` is 0 where neither slide, layout nor master states it. */
export interface PlacedShape {
  nodeType: string;
  position: { x: number; y: number };
  size: { w: number; h: number };
  placeholder?: { type?: string };
}

/** Margins, as fractions of a slide, like those of the default layout of Office. */
const MARGIN = 0.05;
const TITLE = { top: 0.06, height: 0.18 };
const BODY = { top: 0.27, height: 0.66 };
const DECORATIONS = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

const isTitle = ({ placeholder }: PlacedShape): boolean =>
  /^(?:title|ctrTitle)$/.test(placeholder?.type ?? '');

/** Gives shapes without any place the one of a title, or an equal part of the space below it. */
export function placeShapes(
  shapes: readonly PlacedShape[],
  slide: { readonly width: number; readonly height: number },
): void {
  const unplaced = shapes.filter(
    ({ nodeType, size, placeholder }) =>
      nodeType === 'shape' && size.w === 0 && size.h === 0 && !DECORATIONS.has(placeholder?.type ?? ''),
  );
  const bodies = unplaced.filter((shape) => !isTitle(shape));
  const place = (shape: PlacedShape, top: number, height: number) => {
    shape.position = { x: slide.width * MARGIN, y: slide.height * top };
    shape.size = { w: slide.width * (1 - 2 * MARGIN), h: slide.height * height };
  };
  for (const shape of unplaced) {
    if (isTitle(shape)) place(shape, TITLE.top, TITLE.height);
  }
  const height = BODY.height / Math.max(1, bodies.length);
  for (const [index, shape] of bodies.entries()) place(shape, BODY.top + index * height, height);
}
