/** A part of a document, numbered; PDF and Word files are made from the same ones. */
export interface Block {
  kind:
    | 'clause'
    | 'heading'
    | 'paragraph'
    | 'definition'
    | 'bullet'
    | 'schedule'
    | 'table'
    | 'figure'
    | 'break'
    | 'signatures'
    | 'contents';
  /** 1 to 4 for clauses, 1 or 2 for headings, else 0. */
  level: number;
  /** Text printed before the text, such as `4.2`, `(a)` or `Schedule 3`. */
  number: string;
  /** With `**bold**` words; the name of a figure. */
  text: string;
  rows: readonly (readonly string[])[];
}

const PREFIXES: readonly (readonly [prefix: RegExp, kind: Block['kind'], level: number])[] = [
  [/^#### /, 'clause', 4],
  [/^### /, 'clause', 3],
  [/^## /, 'clause', 2],
  [/^# /, 'clause', 1],
  [/^! /, 'schedule', 0],
  [/^== /, 'heading', 2],
  [/^= /, 'heading', 1],
  [/^> /, 'definition', 0],
  [/^- /, 'bullet', 0],
  [/^@figure /, 'figure', 0],
  [/^@contents$/, 'contents', 0],
  [/^@signatures$/, 'signatures', 0],
  [/^---$/, 'break', 0],
];
const LABEL = / \{#([\w-]+)\}$/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/**
 * Reads a template with a block per line. `# ` to `#### ` number clauses, `! ` begins a schedule, `{#label}` names a
 * clause or schedule, and `[[label]]` is replaced by its number.
 */
export function parseMarkup(template: string, values: Readonly<Record<string, string>>): Block[] {
  const blocks: Block[] = [];
  const numbers = new Map<string, string>();
  const count = createCounter();
  for (const raw of fillTemplate(template, values).split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    if (line.startsWith('|')) {
      const row = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const last = blocks.at(-1);
      if (last?.kind === 'table') blocks[blocks.length - 1] = { ...last, rows: [...last.rows, row] };
      else blocks.push({ kind: 'table', level: 0, number: '', text: '', rows: [row] });
      continue;
    }
    const [prefix, kind, level] = PREFIXES.find(([each]) => each.test(line)) ?? [
      /^/,
      'paragraph' as const,
      0,
    ];
    const label = LABEL.exec(line)?.[1];
    const { number, reference } = count(kind, level);
    if (label !== undefined) numbers.set(label, reference);
    blocks.push({ kind, level, number, text: line.replace(prefix, '').replace(LABEL, ''), rows: [] });
  }
  const resolve = (text: string) =>
    text.replace(/\[\[([\w-]+)\]\]/g, (_, label: string) => {
      const number = numbers.get(label);
      if (number === undefined) throw new Error(`No clause or schedule has the label ${label}`);
      return number;
    });
  return blocks.map((block) => ({
    ...block,
    text: resolve(block.text),
    rows: block.rows.map((row) => row.map(resolve)),
  }));
}

/** Replaces `{{path}}` by its value and removes `{{?path}} … {{/}}` where the value is empty. */
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const findValue = (path: string): string => {
    const value = values[path];
    if (value === undefined) throw new Error(`The template names an unknown fact: ${path}`);
    return value;
  };
  return template
    .replace(/\{\{\?([\w.-]+)\}\}(.*?)\{\{\/\}\}/gs, (_, path: string, text: string) =>
      findValue(path) === '' ? '' : text,
    )
    .replace(/\{\{([\w.-]+)\}\}/g, (_, path: string) => findValue(path));
}

/** Counts clauses by their levels; a schedule starts anew. */
function createCounter() {
  const counts = [0, 0, 0, 0, 0];
  let schedules = 0;
  return (kind: Block['kind'], level: number): { number: string; reference: string } => {
    if (kind === 'schedule') {
      schedules += 1;
      counts.fill(0);
      return { number: `Schedule ${schedules}`, reference: String(schedules) };
    }
    if (kind !== 'clause') return { number: '', reference: '' };
    counts[level] = (counts[level] ?? 0) + 1;
    counts.fill(0, level + 1);
    const [, first = 0, second = 0, third = 0, fourth = 0] = counts;
    const letter = `(${third > 26 ? 'a' : ''}${String.fromCharCode(96 + ((third - 1) % 26) + 1)})`;
    const roman = `(${ROMAN[fourth - 1] ?? fourth})`;
    const base = second > 0 ? `${first}.${second}` : `${first}`;
    if (level === 1) return { number: `${first}.`, reference: `${first}` };
    if (level === 2) return { number: base, reference: base };
    if (level === 3) return { number: letter, reference: `${base}${letter}` };
    return { number: roman, reference: `${base}${letter}${roman}` };
  };
}
