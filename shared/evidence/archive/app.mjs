// Shows an archive of a room from a disk, without a network: browses folders and searches in documents.

import { markWords, readDocument, showDocument } from './document-view.mjs';
import { create, describeSize, link, list, show } from './elements.mjs';
import { findDocuments, quote } from './search.mjs';
import { load } from './shards.mjs';

const RESULTS_PER_PAGE = 20;

/** Finds the shard that contains a folder: the last one that begins at or before it. */
const shardOfFolder = ({ folderShards }, folder) => folderShards.findLastIndex((first) => first <= folder);

async function readFolder(start, folder) {
  const shard = shardOfFolder(start, folder);
  const folders = await load('folders', shard);
  return folders[folder - start.folderShards[shard]];
}

const documentLink = (number, file, question = '') =>
  link(`#document/${number}${question && `/${encodeURIComponent(question)}`}`, file.name);

const entryNumber = (number) => create('span', { className: 'number' }, number ? `${number} ` : '');

async function showFolder(start, folder) {
  const { name, number, above, folders, documents } = await readFolder(start, folder);
  const path = above.flatMap(([id, text]) => [link(`#folder/${id}`, text), ' / ']);
  const items = folders.map(([id, no, text]) =>
    create(
      'li',
      {},
      entryNumber(no),
      link(`#folder/${id}`, text),
      create('span', { className: 'muted' }, ' – folder'),
    ),
  );
  const files = [];
  for (const id of documents) files.push([id, await readDocument(start, id)]);
  items.push(
    ...files.map(([id, file]) =>
      create(
        'li',
        {},
        entryNumber(file.number),
        documentLink(id, file),
        create('span', { className: 'muted' }, ` – ${file.note ?? describeSize(file.size)}`),
      ),
    ),
  );
  show(
    folder === 0 ? [] : create('p', {}, ...path),
    create('h2', {}, folder === 0 ? 'Documents' : `${number ? `${number} ` : ''}${name}`),
    items.length > 0 ? list(items) : create('p', { className: 'muted' }, 'This folder is empty.'),
  );
}

async function showResults(start, question, count = RESULTS_PER_PAGE) {
  show(create('h2', {}, 'Searching'));
  const { words, found } = await findDocuments(start, question);
  if (decodeURIComponent(location.hash.slice(1)) !== `search/${question}`) return;
  const results = list([]);
  const more = create('button', { type: 'button' }, 'Show more');
  more.hidden = found.length <= count;
  show(
    create('h2', {}, found.length === 1 ? '1 document' : `${found.length} documents`),
    found.length === 0 ? create('p', {}, 'No document contains all of these words.') : results,
    more,
  );
  let shown = 0;
  async function showNext() {
    const next = found.slice(shown, shown + count);
    shown += next.length;
    more.hidden = shown >= found.length;
    for (const id of next) {
      const file = await readDocument(start, id);
      const quotes = await quote(file, id, words);
      results.append(
        create(
          'li',
          {},
          entryNumber(file.number),
          documentLink(id, file, question),
          create('p', { className: 'muted' }, file.folder),
          ...quotes.map(({ place, text }) =>
            create(
              'blockquote',
              {},
              ...markWords(text, words),
              place && create('span', { className: 'muted' }, ` (${place})`),
            ),
          ),
        ),
      );
    }
  }
  more.addEventListener('click', showNext);
  await showNext();
}

async function route(start) {
  const [view = '', value = '', question = ''] = location.hash.slice(1).split('/').map(decodeURIComponent);
  if (view === 'search' && value.trim() !== '') {
    document.getElementById('question').value = value;
    await showResults(start, value);
  } else if (view === 'document') await showDocument(start, Number(value), question);
  else await showFolder(start, view === 'folder' ? Number(value) : 0);
}

async function begin() {
  const start = await load('start', 0);
  document.title = `${start.room}, archive`;
  document.getElementById('room').textContent = start.room;
  document.getElementById('about').textContent = start.about;
  const open = () =>
    route(start).catch((error) =>
      show(create('p', { role: 'alert' }, `This part of the archive cannot be read. ${error.message}`)),
    );
  window.addEventListener('hashchange', () => {
    void open();
    document.getElementById('main').focus();
  });
  document.getElementById('search').addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = `search/${encodeURIComponent(document.getElementById('question').value)}`;
  });
  await open();
}
begin().catch((error) =>
  show(create('p', { role: 'alert' }, `This archive cannot be read. ${error.message}`)),
);
