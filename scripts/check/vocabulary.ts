import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPLACED_WORDS, type ReplacedWord } from './replaced-words.ts';
import type { CheckResult } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';
import { readSourceWords, type SourceWord } from './source-words.ts';

/** Legitimate uses: `text` is what was found, `file` the beginning of a path. */
const EXCEPTIONS: readonly { file: string; text: RegExp; reason: string }[] = [
  { file: 'scripts/check/replaced-words.ts', text: /./, reason: 'It lists the replaced words.' },
  { file: 'scripts/check/vocabulary.test.ts', text: /./, reason: 'It plants replaced words.' },
  { file: 'CHANGELOG.md', text: /./, reason: 'Released versions are described in the words of their time.' },
];

const SOURCES = 'ts,tsx,mjs,cjs,css,sh';
const regexOf = ({ pattern }: ReplacedWord): RegExp =>
  new RegExp(pattern.startsWith('^') ? pattern : `(?<![\\w-])(?:${pattern})(?![\\w])`, 'gi');

/** Reports the words of replaced-words.ts in names, comments, pages and texts of the product. */
export function checkVocabulary(root: string, replaced = REPLACED_WORDS): CheckResult {
  const words = replaced.map((word) => ({ ...word, regex: regexOf(word) }));
  const anyWord = new RegExp(words.map(({ regex }) => regex.source).join('|'), 'i');
  // Most names occur many times.
  const clean = new Set<string>();
  const isClean = ({ text }: SourceWord): boolean => {
    if (clean.has(text)) return true;
    if (anyWord.test(text)) return false;
    clean.add(text);
    return true;
  };
  const find = (file: string, uses: readonly SourceWord[]) =>
    findWords(
      words,
      file,
      uses.filter((use) => !isClean(use)),
    );
  const sources = [
    ...listSourceFiles(root, SOURCE_FOLDERS, SOURCES),
    '.dependency-cruiser.cjs',
    'vitest.config.ts',
  ];
  const found = [
    ...sources.flatMap((file) => [
      ...find(file, [{ place: 'name', text: nameOfFile(file), line: 1 }]),
      ...find(file, readSourceWords(join(root, file))),
    ]),
    ...globSync(['*.md', 'docs/**/*.md'], { cwd: root })
      .sort()
      .flatMap((file) => find(file, readPage(join(root, file)))),
  ];
  return { ok: found.length === 0, output: found.join('\n') };
}

/** Returns one line for each replaced word, such as `a.ts:3: name "…": write active`. */
function findWords(
  words: readonly (ReplacedWord & { regex: RegExp })[],
  file: string,
  uses: readonly SourceWord[],
): string[] {
  return uses.flatMap(({ place, text, line }) =>
    words
      .filter(
        ({ places }) =>
          places.includes(place === 'title' ? 'comment' : place) &&
          !(place === 'text' && !isProductText(file)),
      )
      .flatMap(({ regex, instead }) =>
        [...text.matchAll(regex)]
          .filter(([match]) => !isException(file, match))
          .map(([match]) => `${file}:${line}: ${place} "${match.trim()}": write ${instead}`),
      ),
  );
}

/** Tests, benchmarks and sample documents quote texts that nobody reads in the product. */
const isProductText = (file: string): boolean =>
  /^(?:shared|server|web|scripts)\//.test(file) &&
  !/[.]test[.]tsx?$|\/testing\/|^scripts\/(?:check|demo)\//.test(file);

const isException = (file: string, match: string): boolean =>
  EXCEPTIONS.some((each) => file.startsWith(each.file) && each.text.test(match));

const nameOfFile = (file: string): string =>
  basename(file)
    .replace(/[.].*$/, '')
    .replaceAll('-', ' ');

function readPage(path: string): SourceWord[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: 'doc', text, line: index + 1 }));
}
