import {
  makeBinaryDocument,
  makePdf,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { ATTACK_PAGE, ATTACK_SCRIPT, makeMaliciousSvg } from './malicious-documents.ts';

/** Files whose name states one type and whose bytes are an executable other type. */
export async function listPolyglotFiles(): Promise<SampleDocument[]> {
  const pdf = await makePdf('', [{ heading: 'quiet text', paragraphs: [] }]);
  const page = Buffer.from(`quiet text ${ATTACK_PAGE}`);
  const script = Buffer.from(`${ATTACK_SCRIPT}//`);
  return [
    makeBinaryDocument('page.html', page),
    makeBinaryDocument(
      'page.xhtml',
      Buffer.from(
        `<html xmlns="http://www.w3.org/1999/xhtml">quiet text<script>${ATTACK_SCRIPT}</script></html>`,
      ),
    ),
    makeBinaryDocument(
      'page.xml',
      Buffer.from(
        `<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?><x xmlns:h="http://www.w3.org/1999/xhtml">quiet text<h:script>${ATTACK_SCRIPT}</h:script></x>`,
      ),
    ),
    makeBinaryDocument('page.pdf', Buffer.concat([Buffer.from(ATTACK_PAGE), pdf.buffer])),
    makeBinaryDocument('page.txt', page),
    makeBinaryDocument('script.gif', Buffer.from(`GIF89a/*quiet text*/=1;${ATTACK_SCRIPT}`)),
    makeBinaryDocument('script.json', script),
    makeBinaryDocument('script.js', script),
    makeBinaryDocument(
      'page.mht',
      Buffer.from(`MIME-Version: 1.0\nSubject: quiet text\nContent-Type: text/html\n\n${ATTACK_PAGE}`),
    ),
    makeMaliciousSvg(),
    makeBinaryDocument(
      'page.svg',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><script>${ATTACK_SCRIPT}</script><img src="https://evil.example/p.png" onerror="${ATTACK_SCRIPT}"/></body></foreignObject><a href="javascript:${ATTACK_SCRIPT}"><text y="20">quiet text</text></a></svg>`,
      ),
    ),
  ];
}
