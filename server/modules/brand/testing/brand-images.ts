import { createCanvas } from '@napi-rs/canvas';
import type { TestClient } from '#server/testing/clients/inject-client.ts';

/** Draws a logo as a PNG. */
export function drawLogo(width = 240, height = 60): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#203c74';
  context.fillRect(0, 0, width / 2, height);
  return canvas.toBuffer('image/png');
}

/** Uploads an image of the brand at this address. */
export const sendImage = (client: TestClient, url: string, kind: string, value = drawLogo()) =>
  client.form(`${url}/images`, [
    { name: 'kind', value: kind },
    { name: 'file', value, filename: 'image.png' },
  ]);
