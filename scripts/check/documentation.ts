import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { CheckResult } from './run-tool.ts';

const PAGES = ['*.md', 'docs/**/*.md', 'bench/**/*.md'];
const DECISION = /^(\d{4})-.*\.md$/;
const FENCED = /^```[\s\S]*?^```/gm;
const LINK = /\]\(([^)\s]+)\)/g;
const HEADING = /^#+ (.+)$/gm;

/**
 * Reports links of the documentation to files or headings that are not there, and decisions whose numbers have holes or that
 * their index lacks.
 */
export function checkDocumentation(root: string): CheckResult {
  const problems = [...listBrokenLinks(root), ...listDecisionProblems(root)];
  return { ok: problems.length === 0, output: problems.join('\n') };
}

function listBrokenLinks(root: string): string[] {
  const pages = globSync(PAGES, { cwd: root }).sort();
  const texts = new Map(
    pages.map((page) => [page, readFileSync(join(root, page), 'utf8').replace(FENCED, '')]),
  );
  const headings = new Map([...texts].map(([page, text]) => [page, listAnchors(text)]));
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(LINK)].flatMap(([, link = '']) => {
      const [path = '', anchor] = link.split('#');
      if (/^(?:https?|mailto):/.test(link)) return [];
      const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
      if (!existsSync(join(root, target))) return [`${page}: ${link} leads to no file`];
      const isMissing = anchor !== undefined && headings.get(target)?.has(anchor) === false;
      return isMissing ? [`${page}: ${link} leads to no heading`] : [];
    }),
  );
}

/** Returns the names that GitHub gives to headings, and those that the page gives itself. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, name = '']) => name));
  for (const [, heading = ''] of text.matchAll(HEADING)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let repeated = 1; anchors.has(unique); repeated += 1) unique = `${anchor}-${repeated}`;
    anchors.add(unique);
  }
  return anchors;
}

function listDecisionProblems(root: string): string[] {
  const folder = 'docs/decisions';
  const decisions = globSync('*.md', { cwd: join(root, folder) })
    .filter((file) => DECISION.test(file))
    .sort();
  const index = existsSync(join(root, folder, 'README.md'))
    ? readFileSync(join(root, folder, 'README.md'), 'utf8')
    : '';
  return decisions.flatMap((file, at) => [
    ...(Number(DECISION.exec(file)?.[1]) === at + 1 ? [] : [`${folder}/${file} is number ${at + 1}`]),
    ...(index.includes(`](${file})`) ? [] : [`${folder}/${file} is missing in the index`]),
  ]);
}
