import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { drawLogo } from '../drawing/covers.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { COLORS } from '../drawing/drawing.ts';
import { COMPANY } from '../facts/company.ts';
import { expectSuccess } from './demo-people.ts';

const SIZE = 64;
const MARGIN = 4;
/** The mark on light and on dark screens. */
const LOGO_COLORS = { 'logo-light': COLORS.navy, 'logo-dark': '#a9bfee' } as const;

/** Gives the demo the mark and the name that are on the letterheads of its documents. */
export async function setDemoBrand(administrator: TestClient): Promise<void> {
  const payload = { name: COMPANY.short };
  await expectSuccess(administrator.send({ method: 'PUT', url: '/api/admin/brand', payload }));
  for (const [kind, color] of Object.entries(LOGO_COLORS))
    await expectSuccess(
      administrator.form('/api/admin/brand/images', [
        { name: 'kind', value: kind },
        { name: 'file', value: drawMark(color), filename: 'logo.png' },
      ]),
    );
}

function drawMark(color: string): Buffer {
  const side = SIZE + 2 * MARGIN;
  const drawing = { width: side, height: side, shapes: drawLogo(MARGIN, MARGIN, SIZE, color) };
  return drawOnCanvas(drawing, 3, 'transparent').toBuffer('image/png');
}
