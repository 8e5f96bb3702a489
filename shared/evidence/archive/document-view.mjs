// Shows a document of an archive: what is known of it, its text with the words of a question, and its pages.
import { create, describeSize, show } from './elements.mjs';
import { load } from './shards.mjs';
import { splitWords } from './words.mjs';

const TEXT_PIECES_AT_ONCE = 200;

export const readDocument = async (start, number) =>
  (await load('documents', Math.floor(number / start.documentsPerShard)))[number % start.documentsPerShard];

/** Marks the words of a question in a text. */
export function markWords(text, words) {
  const parts = [];
  let at = 0;
  for (const { word, start, end } of splitWords(text)) {
    if (!words.some((wanted) => word.startsWith(wanted))) continue;
    parts.push(text.slice(at, start), create('mark', {}, text.slice(start, end)));
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** Shows a text with the words of a question, and a button to each next one. */
async function showText(file, id, words) {
  const pieces = [];
  for (let shard = file.texts[0]; shard <= file.texts[1]; shard += 1)
    for (const [of, parts] of await load('texts', shard)) if (of === id) pieces.push(...parts);
  const text = create('div', { className: 'text' });
  let shown = 0;
  function showPieces() {
    let last;
    for (const [place, part] of pieces.slice(shown, shown + TEXT_PIECES_AT_ONCE)) {
      if (place !== last) text.append(create('p', { className: 'muted' }, place));
      last = place;
      text.append(create('p', {}, ...markWords(part, words)));
    }
    shown += TEXT_PIECES_AT_ONCE;
  }
  showPieces();
  let current = -1;
  const next = create('button', { type: 'button' }, 'Next passage');
  next.addEventListener('click', () => {
    const marks = () => [...text.querySelectorAll('mark')];
    while (current + 1 >= marks().length && shown < pieces.length) showPieces();
    const all = marks();
    if (all.length === 0) return;
    all[current]?.classList.remove('current');
    current = (current + 1) % all.length;
    all[current].classList.add('current');
    all[current].scrollIntoView({ block: 'center' });
  });
  const more = create('button', { type: 'button' }, 'Show more text');
  const update = () => {
    more.hidden = shown >= pieces.length;
  };
  more.addEventListener('click', () => {
    showPieces();
    update();
  });
  update();
  return [create('h2', {}, 'Text'), words.length > 0 ? next : [], text, more];
}

const describeVersion = ({ size, sha256, since, isWithdrawn }) =>
  `${isWithdrawn ? 'Withdrawn. ' : ''}${describeSize(size)}, added ${since.slice(0, 10)}, SHA-256 ${sha256}. Not included.`;

export async function showDocument(start, id, question = '') {
  const file = await readDocument(start, id);
  const words = [...splitWords(question)].map(({ word }) => word);
  const facts = [
    ['Folder', file.folder],
    ['Version', file.version],
    ['Size', file.note ? undefined : describeSize(file.size)],
    ['SHA-256', file.sha256],
    ['Note', file.note],
    ...(file.earlier ?? []).map((each) => [`Version ${each.version}`, describeVersion(each)]),
  ].filter(([, value]) => value !== undefined && value !== '');
  const isPages = file.pages > 0;
  const images = Array.from({ length: file.pages ?? 0 }, (_, page) =>
    create('img', {
      loading: 'lazy',
      alt: `Page ${page + 1}`,
      src: encodePath(file.path) + pageName(page + 1),
    }),
  );
  show(
    create('h2', {}, `${file.number ? `${file.number} ` : ''}${file.name}`),
    create(
      'dl',
      {},
      ...facts.flatMap(([name, value]) => [create('dt', {}, name), create('dd', {}, String(value))]),
    ),
    file.path && !isPages
      ? create(
          'p',
          { className: 'actions' },
          create('a', { href: encodePath(file.path), target: '_blank', rel: 'noopener' }, 'Open document'),
        )
      : [],
    file.texts ? await showText(file, id, words) : [],
    images,
  );
}

const encodePath = (path) => path.split('/').map(encodeURIComponent).join('/');
const pageName = (page) => `/page-${String(page).padStart(4, '0')}.jpg`;
