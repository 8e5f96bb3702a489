import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { drawLogo } from '../drawing/covers.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { COMPANY } from '../facts/company.ts';
import { expectSuccess } from './demo-people.ts';

const SIZE = 64;
const MARGIN = 4;

/** Gives the demo the mark and the name that are on the letterheads of its documents. */
export async function setDemoBrand(administrator: TestClient): Promise<void> {
  const side = SIZE + 2 * MARGIN;
  const drawing = { width: side, height: side, shapes: drawLogo(MARGIN, MARGIN, SIZE) };
  const value = drawOnCanvas(drawing, 3).toBuffer('image/png');
  const payload = { name: COMPANY.short };
  await expectSuccess(administrator.send({ method: 'PUT', url: '/api/admin/brand', payload }));
  await expectSuccess(
    administrator.form('/api/admin/brand/images', [
      { name: 'kind', value: 'logo-light' },
      { name: 'file', value, filename: 'logo.png' },
    ]),
  );
}
