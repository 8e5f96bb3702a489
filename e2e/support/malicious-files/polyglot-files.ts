import { type Document, makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { asUpload } from '#server/testing/sample-documents/binary-document.ts';
import { DEED, makeHostilePicture, PAGE } from './malicious-documents.ts';

/** Files that are of one kind by their name and of another, which runs, by their bytes. */
export async function listPolyglots(): Promise<Document[]> {
  const pdf = await makePdf('', [{ heading: 'quiet text', paragraphs: [] }]);
  const page = Buffer.from(`quiet text ${PAGE}`);
  const script = Buffer.from(`${DEED}//`);
  return [
    asUpload('page.html', page),
    asUpload(
      'page.xhtml',
      Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml">quiet text<script>${DEED}</script></html>`),
    ),
    asUpload(
      'page.xml',
      Buffer.from(
        `<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?><x xmlns:h="http://www.w3.org/1999/xhtml">quiet text<h:script>${DEED}</h:script></x>`,
      ),
    ),
    asUpload('page.pdf', Buffer.concat([Buffer.from(PAGE), pdf.buffer])),
    asUpload('page.txt', page),
    asUpload('script.gif', Buffer.from(`GIF89a/*quiet text*/=1;${DEED}`)),
    asUpload('script.json', script),
    asUpload('script.js', script),
    asUpload(
      'page.mht',
      Buffer.from(`MIME-Version: 1.0\nSubject: quiet text\nContent-Type: text/html\n\n${PAGE}`),
    ),
    makeHostilePicture(),
    asUpload(
      'page.svg',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><script>${DEED}</script><img src="https://evil.example/p.png" onerror="${DEED}"/></body></foreignObject><a href="javascript:${DEED}"><text y="20">quiet text</text></a></svg>`,
      ),
    ),
  ];
}
