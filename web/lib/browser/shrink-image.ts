const JPEG_QUALITY = 0.9;

interface Frame {
  /** The largest size of the result, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Fills the frame with the middle of the image; otherwise the whole image is kept in proportion. */
  readonly isCropped: boolean;
}

/** Returns an image as a small JPEG in base64, transparent parts white; the server draws it once more. */
export async function shrinkImage(file: Blob, { width, height, isCropped }: Frame): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This image can’t be opened. Choose another one.');
  });
  const scales = [width / bitmap.width, height / bitmap.height];
  const scale = isCropped ? Math.max(...scales) : Math.min(1, ...scales);
  const [drawnWidth, drawnHeight] = [bitmap.width * scale, bitmap.height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = isCropped ? width : Math.max(1, Math.round(drawnWidth));
  canvas.height = isCropped ? height : Math.max(1, Math.round(drawnHeight));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t prepare the image.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(canvas.width - drawnWidth) / 2, (canvas.height - drawnHeight) / 2];
  context.drawImage(bitmap, left, top, drawnWidth, drawnHeight);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', JPEG_QUALITY).replace(/^[^,]*,/, '');
}
