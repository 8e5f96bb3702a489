import { knownEncoding } from '#shared/domain/decode-text.ts';

/** Encodings by the character set that a font of rich text names; 0 is that of the whole document. */
const BY_CHARSET = new Map([
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [130, 'euc-kr'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);

/** Code pages whose number says nothing to the platform. */
const BY_CODE_PAGE = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
]);

export const encodingOfCharset = (charset: number): string | undefined => BY_CHARSET.get(charset);

export const encodingOfCodePage = (page: number): string | undefined =>
  BY_CODE_PAGE.get(page) ?? knownEncoding(`windows-${page}`);
