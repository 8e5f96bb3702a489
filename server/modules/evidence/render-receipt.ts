import type { loadReceipt } from './read-receipts.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Renders a receipt for people. The signed JSON is inside, so that this file can be verified too. The page runs no script and
 * loads nothing.
 */
export function renderReceipt({
  json,
  receipt,
  statement,
  keyId,
}: Awaited<ReturnType<typeof loadReceipt>>): string {
  const rows = [
    ['Issued to', statement.recipient],
    ['Issued by', statement.installation],
    ['Issued at', receipt.createdAt],
    ['State hash', statement.stateHash],
    ['Signing key', keyId],
  ] as const;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Receipt ${receipt.logEntries}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:42em;margin:2em auto;padding:0 1em}
th{text-align:left;padding-right:1.5em;vertical-align:top;white-space:nowrap}td{overflow-wrap:anywhere}</style></head>
<body><h1>Receipt</h1>
<p>As of audit log entry ${receipt.logEntries} you could see ${receipt.filesVisible} files and had opened ${receipt.filesOpened}.</p>
<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}</table>
<p>Keep this file. The verifier at <a href="${escapeHtml(statement.installation)}/verify">${escapeHtml(statement.installation)}/verify</a>, which can be downloaded
there, reads it without an account. The signature proves what the installation stated; your copy prevents a different
statement later.</p>
<script type="application/json" id="receipt">${json.replaceAll('<', '\\u003c')}</script>
</body></html>
`;
}
