import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const SEND_JSON = { error: 'Send JSON with Content-Type: application/json', code: 'unsupported-type' };
const FORM = [
  'multipart/form-data; boundary=a',
  '--a\r\ncontent-disposition: form-data; name="b"\r\n\r\nc\r\n--a--',
];

test('calls of JSON refuse texts and forms with 415, with and without a body of their own', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const person = await testApp.user();
  const send = (url: string, [type = '', payload = '']: readonly string[]) =>
    person.send({ method: 'POST', url, payload, headers: { 'content-type': type } });
  const text = ['text/plain;charset=UTF-8', '{"name":"a"}'];
  for (const url of ['/api/login', '/api/folders', '/api/logout', '/api/terms']) {
    const answer = await send(url, text);
    expect([url, answer.status, answer.body]).toEqual([url, 415, SEND_JSON]);
  }
  for (const url of ['/api/login', '/api/folders', '/api/logout'])
    expect((await send(url, FORM)).body).toEqual(SEND_JSON);
  expect((await send('/api/files', text)).body).toEqual({
    error: 'Send the file as multipart/form-data',
    code: 'unsupported-type',
  });
  // What was refused did nothing, and an empty text is no body.
  expect((await person.get('/api/user')).status).toBe(200);
  expect((await send('/api/logout', ['text/plain', ''])).status).toBe(200);
  expect((await person.get('/api/user')).status).toBe(401);
});
