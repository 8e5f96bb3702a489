/** A part as Office writes it into one XML file, with its name; pictures have other content. */
const PART = /<pkg:part\s[^>]*?pkg:name="\/([^"]+)"[^>]*>\s*<pkg:xmlData[^>]*>([\s\S]*?)<\/pkg:xmlData>/g;

/** Reads the parts of an Office document that is one XML file, by their names in lower case, as those of a zip file. */
export const readFlatPackage = (source: string): Map<string, Buffer> =>
  new Map(
    Array.from(source.matchAll(PART), ([, name = '', content = '']) => [
      name.toLowerCase(),
      Buffer.from(content),
    ]),
  );
