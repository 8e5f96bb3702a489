import { childrenOf, findAll, findByPath, tagOf, textOf, type XmlNode } from '../containers/xml.ts';

/** A paragraph's words as Word shows them with all changes accepted; text boxes are not part of the sentence around them. */
export function inlineText(node: XmlNode): string {
  switch (tagOf(node)) {
    case 't':
      return textOf(node);
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '-';
    case 'AlternateContent':
      return inlineText(chooseAlternative(node));
    case 'pPr':
    case 'del':
    case 'moveFrom':
    case 'txbxContent':
    case 'rt':
    case '#text':
      return '';
    default:
      return childrenOf(node).map(inlineText).join('');
  }
}

/** The text boxes anchored in a paragraph, each a body of its own. */
export function findTextBoxes(node: XmlNode): XmlNode[] {
  if (tagOf(node) === 'txbxContent') return [node];
  if (tagOf(node) === 'AlternateContent') return findTextBoxes(chooseAlternative(node));
  return childrenOf(node).flatMap(findTextBoxes);
}

/** The same thing is written twice, for newer and for older programs: the first version that holds text is read. */
export function chooseAlternative(node: XmlNode): XmlNode {
  const choice = findByPath(node, 'Choice');
  if (choice && findAll(choice, 't').length > 0) return choice;
  return findByPath(node, 'Fallback') ?? choice ?? {};
}
