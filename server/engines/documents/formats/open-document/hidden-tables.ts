import type { WorkBook } from '@e965/xlsx';

/** Hidden parts of a table of an OpenDocument spreadsheet, by numbers of rows and columns from 0. */
interface TableVisibility {
  isHidden: boolean;
  readonly rows: Set<number>;
  readonly columns: Set<number>;
}

/** Attributes may contain '>', and comments and literal text may contain what looks like a tag. */
const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)(?:[^\s<>/:]+:)?(table|table-row|table-column|table-row-group|table-column-group|style|table-properties)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;
/** Styles of tables are in front of it. */
const BODY = /<(?:[^\s<>/:]+:)?body[\s>]/;
const MAX_COLUMNS = 16_384;
const HIDDEN = { hidden: true };

/**
 * Adds to a workbook which of its sheets, rows and columns are hidden: the library reads neither styles of tables nor the
 * visibility of rows and columns. `content` and `styles` are XML.
 */
export function markHiddenTables(
  book: WorkBook,
  { content, styles = '', maxRows }: { content: string; styles?: string; maxRows: number },
): void {
  const before = content.search(BODY);
  const named = styles + (before === -1 ? content : content.slice(0, before));
  const tables = listTables(content, readHiddenStyles(named), maxRows);
  book.Workbook = {
    ...book.Workbook,
    Sheets: book.SheetNames.map((name, at) => ({ name, Hidden: tables[at]?.isHidden ? 1 : 0 })),
  };
  for (const [at, name] of book.SheetNames.entries()) {
    const [sheet, table] = [book.Sheets[name], tables[at]];
    if (!sheet || !table) continue;
    sheet['!rows'] ??= [];
    sheet['!cols'] ??= [];
    for (const row of table.rows) sheet['!rows'][row] = HIDDEN;
    for (const column of table.columns) sheet['!cols'][column] = HIDDEN;
  }
}

const attributeIn = (attributes: string, localName: string): string | undefined => {
  const [, double, single] =
    new RegExp(`(?:^|[\\s:])${localName}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return double ?? single;
};

/** Returns the names of the styles whose tables are not displayed, by themselves or as the style that they extend. */
function readHiddenStyles(source: string): ReadonlySet<string> {
  const styles = new Map<string, { parent: string | undefined; display: string | undefined }>();
  let current: { parent: string | undefined; display: string | undefined } | undefined;
  for (const [, end, tag, attributes = ''] of source.matchAll(TAG)) {
    if (tag === 'style' && end === '') {
      current = { parent: attributeIn(attributes, 'parent-style-name'), display: undefined };
      styles.set(attributeIn(attributes, 'name') ?? '', current);
    }
    if (tag === 'table-properties' && end === '' && current)
      current.display = attributeIn(attributes, 'display') ?? current.display;
  }
  const isHidden = (name: string, depth = 0): boolean => {
    const style = styles.get(name);
    if (!style || depth > styles.size) return false;
    if (style.display !== undefined) return style.display === 'false';
    return style.parent !== undefined && isHidden(style.parent, depth + 1);
  };
  return new Set([...styles.keys()].filter((name) => isHidden(name)));
}

/** Lists the tables in the order in which the library ends them. */
function listTables(content: string, hiddenStyles: ReadonlySet<string>, maxRows: number): TableVisibility[] {
  const tables: TableVisibility[] = [];
  const open: TableVisibility[] = [];
  let table: TableVisibility = emptyTable(false);
  let [row, column, repeated, hiddenGroups] = [0, 0, 1, 0];
  const groups: boolean[] = [];
  const isCollapsed = (attributes: string): boolean =>
    hiddenGroups > 0 || /^(?:collapse|filter)$/.test(attributeIn(attributes, 'visibility') ?? '');
  const countIn = (attributes: string, name: string): number =>
    Math.max(1, Number(attributeIn(attributes, name)) || 1);
  for (const [, end, tag, attributes = ''] of content.matchAll(TAG)) {
    const isEmpty = attributes.endsWith('/');
    if (tag === 'table' && end !== '') {
      tables.push(table);
      open.pop();
    } else if (tag === 'table' && !isEmpty) {
      table = emptyTable(
        open.at(-1)?.isHidden === true || hiddenStyles.has(attributeIn(attributes, 'style-name') ?? ''),
      );
      open.push(table);
      [row, column] = [0, 0];
    } else if (tag === 'table-row' && end !== '') row += repeated;
    else if (tag === 'table-row' && !isEmpty) {
      repeated = countIn(attributes, 'number-rows-repeated');
      if (isCollapsed(attributes)) addRange(table.rows, row, Math.min(row + repeated, maxRows));
    } else if (tag === 'table-column' && end === '') {
      const next = column + countIn(attributes, 'number-columns-repeated');
      if (isCollapsed(attributes)) addRange(table.columns, column, Math.min(next, MAX_COLUMNS));
      column = next;
    } else if (tag === 'table-row-group' || tag === 'table-column-group') {
      if (end === '' && !isEmpty) groups.push(attributeIn(attributes, 'display') === 'false');
      else if (end !== '') groups.pop();
      hiddenGroups = groups.filter(Boolean).length;
    }
  }
  return tables;
}

const emptyTable = (isHidden: boolean): TableVisibility => ({
  isHidden,
  rows: new Set(),
  columns: new Set(),
});

function addRange(numbers: Set<number>, from: number, to: number): void {
  for (let number = from; number < to; number += 1) numbers.add(number);
}
