const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the English name of a language by its code of Tesseract, such as `deu`; the code itself where it is unknown. */
export function ocrLanguageName(code: string): string {
  const [language = '', ...variants] = code.split('_');
  const name = language.length === 3 ? names.of(language) : undefined;
  if (name === undefined) return code;
  return variants.length === 0 ? name : `${name} (${variants.join(' ')})`;
}
