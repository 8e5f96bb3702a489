import { fileExtension } from './file-type.ts';

/** Images, audio and video that browsers show by themselves, beyond the types that the product names. */
const DISPLAYABLE_MEDIA: ReadonlyMap<string, string> = new Map([
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['svg', 'image/svg+xml'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['wav', 'audio/wav'],
  ['oga', 'audio/ogg'],
  ['ogg', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['ogv', 'video/ogg'],
]);

/** Returns the media type of a file that an `img`, `audio` or `video` element shows, by its name. */
export const displayableMediaType = (name: string): string | undefined =>
  DISPLAYABLE_MEDIA.get(fileExtension(name));
