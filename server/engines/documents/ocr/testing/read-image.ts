import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { unprivilegedLauncher } from '#server/engines/sandbox/launcher.ts';
import { SandboxedChild } from '#server/engines/sandbox/sandbox.ts';

const LANGUAGE = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const CHILD = new URL('../wasm/ocr-child.ts', import.meta.url);
const FOLDER = new URL('../..', import.meta.url);
const LIMITS = { timeoutMs: 240_000, memoryMb: 1024 };

/** Turns an image clockwise on a white ground that has room for it. */
export async function turnImage(bytes: Buffer, degrees: number): Promise<Buffer> {
  const image = await loadImage(bytes);
  const side = Math.ceil(Math.hypot(image.width, image.height));
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.translate(side / 2, side / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(image, -image.width / 2, -image.height / 2);
  return canvas.encodeSync('jpeg', 95);
}

/** Returns the English text in a JPEG, as Tesseract reads it. */
export async function readImage(image: Buffer): Promise<string> {
  const child = new SandboxedChild(
    { file: CHILD, folders: [FOLDER] },
    LIMITS,
    Promise.resolve(unprivilegedLauncher),
  );
  const send = (message: object, bytes: Buffer) =>
    child.request({
      message,
      bytes: async () => Readable.from([bytes]),
      read: async (frames) => JSON.parse(String((await frames.next()).value)),
    });
  const language = gunzipSync(readFileSync(createRequire(import.meta.url).resolve(LANGUAGE)));
  await send({ kind: 'language', code: 'eng' }, language);
  const { page } = await send({ kind: 'page', id: 'image', languages: ['eng'] }, image);
  await child.end();
  return page.text;
}
