const SIDE_PX = 256;
const JPEG_QUALITY = 0.9;

/** Cuts the middle square out of an image and returns it as a small JPEG in base64; the server draws it once more. */
export async function shrinkImage(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This image can’t be opened. Choose another one.');
  });
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t prepare the image.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', JPEG_QUALITY).replace(/^[^,]*,/, '');
}
