/**
 * Writes a WebM film from lossy WebP images: each of them holds a VP8 key frame, which is what the container wants.
 * The result is larger than that of a video encoder and needs none.
 */
export function makeWebm(
  images: readonly Buffer[],
  { width, height, framesPerSecond }: { width: number; height: number; framesPerSecond: number },
): Buffer {
  const frameMs = 1000 / framesPerSecond;
  const header = element(0x1a45dfa3, [
    integer(0x4286, 1),
    integer(0x42f7, 1),
    integer(0x42f2, 4),
    integer(0x42f3, 8),
    element(0x4282, [Buffer.from('webm')]),
    integer(0x4287, 2),
    integer(0x4285, 2),
  ]);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(images.length * frameMs);
  const info = element(0x1549a966, [
    integer(0x2ad7b1, 1_000_000),
    element(0x4489, [duration]),
    element(0x4d80, [Buffer.from('Muniment demo')]),
    element(0x5741, [Buffer.from('Muniment demo')]),
  ]);
  const video = element(0xe0, [integer(0xb0, width), integer(0xba, height)]);
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      integer(0xd7, 1),
      integer(0x73c5, 1),
      integer(0x83, 1),
      element(0x86, [Buffer.from('V_VP8')]),
      video,
    ]),
  ]);
  const clusters: Buffer[] = [];
  const framesPerCluster = framesPerSecond * 2;
  for (let first = 0; first < images.length; first += framesPerCluster) {
    const blocks = images.slice(first, first + framesPerCluster).map((image, index) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(Math.round(index * frameMs), 1);
      return element(0xa3, [head, readKeyFrame(image)]);
    });
    clusters.push(element(0x1f43b675, [integer(0xe7, Math.round(first * frameMs)), ...blocks]));
  }
  return Buffer.concat([header, element(0x18538067, [info, tracks, ...clusters])]);
}

/** Returns the content of the chunk `VP8 ` of a WebP image. */
function readKeyFrame(image: Buffer): Buffer {
  for (let at = 12; at + 8 <= image.length; ) {
    const size = image.readUInt32LE(at + 4);
    if (image.toString('latin1', at, at + 4) === 'VP8 ') return image.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('The image is no lossy WebP.');
}

function element(id: number, content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  const sizeBytes = Buffer.alloc(8);
  sizeBytes.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return Buffer.concat([numberBytes(id), sizeBytes, ...content]);
}

const integer = (id: number, value: number): Buffer => element(id, [numberBytes(value)]);

function numberBytes(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
