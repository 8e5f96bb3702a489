import { readFileSync } from 'node:fs';
import ts from 'typescript';

const BUTTONS = new Set(['Button', 'ButtonLink', 'MenuItem']);
/** The attribute with the text of the button that a dialog has. */
const LABEL_ATTRIBUTE = 'confirmLabel';
/** Dialogs, whose `title` is a text of their own. */
const DIALOG = /Dialog$|^Drawer$/;
/** Words that title case leaves small, unless they are the first. */
const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/**
 * Collects the texts of the buttons, menu items, tabs, column headers and titles of dialogs of a source file, with `{}` for
 * values.
 */
export function collectButtonTexts(path: string): string[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && BUTTONS.has(node.openingElement.tagName.getText()))
      texts.push(...textsOfChildren(node.children));
    if (ts.isJsxAttribute(node) && node.name.getText() === LABEL_ATTRIBUTE && node.initializer)
      texts.push(...textsOf(node.initializer));
    if (ts.isJsxAttribute(node) && isDialogTitle(node) && node.initializer)
      texts.push(...textsOf(node.initializer));
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'header')
      texts.push(...textsOf(node.initializer));
    if (ts.isObjectLiteralExpression(node)) texts.push(...textsOfTab(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Returns each text that the children can be together: the branches of conditions are texts of their own. */
function textsOfChildren(children: ts.NodeArray<ts.JsxChild>): string[] {
  const shown = children.filter((child) => !(ts.isJsxText(child) && child.text.trim() === ''));
  const [only] = shown;
  if (only && shown.length === 1) return textsOf(only);
  return [shown.map((child) => (ts.isJsxText(child) ? child.text : '{}')).join('')].map(collapse);
}

const isDialogTitle = ({ name, parent }: ts.JsxAttribute): boolean =>
  name.getText() === 'title' && DIALOG.test(parent.parent.tagName.getText());

/** Returns the label of an object that has content too, which is a tab. */
function textsOfTab({ properties }: ts.ObjectLiteralExpression): string[] {
  const find = (wanted: string) => properties.find(({ name }) => name?.getText() === wanted);
  const label = find('label');
  return label && find('content') && ts.isPropertyAssignment(label) ? textsOf(label.initializer) : [];
}

function textsOf(node: ts.Node): string[] {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return [collapse(node.text)];
  if (ts.isJsxExpression(node)) return node.expression ? textsOf(node.expression) : [];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')];
  return [];
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns true for "Copy to Another Room": every word has a capital letter except articles and short prepositions. */
export const isTitleCase = (text: string): boolean =>
  text.split(' ').every((word, index) => !/^\p{Ll}/u.test(word) || (index > 0 && SMALL_WORDS.has(word)));
