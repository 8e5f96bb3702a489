#!/usr/bin/env node
// An MCP server over stdio for agents that speak no HTTP: passes each message on to the server at MUNIMENT_URL with the token
// MUNIMENT_TOKEN. One file without dependencies, to be copied to the machine of the agent. Needs Node 22.1 or newer.
import process from 'node:process';
import { createInterface } from 'node:readline';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** JSON-RPC's code for errors of the server itself. */
const INTERNAL_ERROR = -32_603;
const PARSE_ERROR = -32_700;

/**
 * The parameter that the header Mcp-Name repeats.
 * @type {Readonly<Record<string, string>>}
 */
const NAME_OF = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

const endpoint = readEndpoint();
const token = process.env['MUNIMENT_TOKEN'] ?? '';
if (endpoint === undefined || !/^mun_\w+$/.test(token)) {
  process.stderr.write(
    'Set MUNIMENT_URL to the https address of the server, and MUNIMENT_TOKEN to an API token of yours.\n',
  );
  process.exit(2);
}
const target = endpoint;

/**
 * The version that a client before 2026-07-28 negotiated at the beginning.
 * @type {string | undefined}
 */
let negotiated;

/** Returns the address of the MCP server. Without https, the token would cross the network as text. */
function readEndpoint() {
  const url = URL.parse(process.env['MUNIMENT_URL'] ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return isSafe ? new URL('/mcp', url) : undefined;
}

/**
 * Headers allow visible ASCII only; other names are sent in Base64, as the protocol describes.
 * @param {string} name
 */
const encodeName = (name) =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;

/**
 * @typedef {{ jsonrpc?: string, id?: string | number | null, method?: string, params?: Record<string, any>, result?: any, error?: any }} Message
 */

/**
 * @param {Message} message
 * @returns {Record<string, string>}
 */
function headersOf({ method = '', params = {} }) {
  const version = params['_meta']?.[VERSION_KEY];
  if (version === undefined) return negotiated ? { 'mcp-protocol-version': negotiated } : {};
  const name = params[NAME_OF[method] ?? ''];
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': encodeName(name) }),
  };
}

/** @param {object} message */
const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/**
 * @param {Message['id']} id
 * @param {string} message
 */
const fail = (id, message, code = INTERNAL_ERROR) => {
  if (id !== undefined) write({ jsonrpc: '2.0', id, error: { code, message } });
};

/**
 * Reads the messages of an answer, which is one or a stream of events.
 * @param {Response} response
 * @returns {AsyncGenerator<Message>}
 */
async function* readMessages(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') yield JSON.parse(text);
    return;
  }
  if (response.body === null) return;
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = `${rest}${piece}`.replaceAll('\r\n', '\n').split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
      if (data.length > 0 && data.join('').trim() !== '') yield JSON.parse(data.join('\n'));
    }
  }
}

/** @param {Message} message */
async function pass(message) {
  try {
    const response = await fetch(target, {
      method: 'POST',
      // A redirect would carry the token elsewhere.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headersOf(message),
      },
      body: JSON.stringify(message),
    });
    for await (const answer of readMessages(response)) {
      // Refusals of the server before its protocol are no messages.
      if (answer.jsonrpc !== '2.0')
        fail(message.id, answer.error ?? `The server answered ${response.status}.`);
      else {
        if (message.method === 'initialize') negotiated = answer.result?.protocolVersion;
        write(answer);
      }
    }
  } catch {
    fail(message.id, `${target.origin} cannot be reached.`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    fail(null, 'The message is no JSON.', PARSE_ERROR);
    continue;
  }
  // Others may follow before the answer, but not before a version was negotiated.
  if (message.method === 'initialize') await pass(message);
  else void pass(message);
}
