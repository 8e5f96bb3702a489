import type { OpenAPIV3_1 } from 'openapi-types';
import { expect } from 'vitest';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { test } from '#server/testing/test-app.ts';

const endpoints = await listEndpoints();

test('openapi.json describes every call with its input and output, and no other', async ({ testApp }) => {
  const { status, body: answer } = await testApp.anonymous.get('/api/openapi.json');
  const document: OpenAPIV3_1.Document = answer;
  expect([status, document.openapi]).toEqual([200, '3.1.0']);
  expect(document.info).toMatchObject({ title: 'Muniment', version: expect.any(String) });

  const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation: operation as OpenAPIV3_1.OperationObject, // path items have no other keys here
    })),
  );
  const asOpenApi = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
  const calls = described.filter(({ path }) => path.startsWith('/api/'));
  expect(calls.map(({ name }) => name).sort()).toEqual(
    endpoints.map((endpoint) => asOpenApi(endpointName(endpoint))).sort(),
  );
  for (const endpoint of endpoints) {
    const { path, operation } =
      described.find(({ name }) => name === asOpenApi(endpointName(endpoint))) ?? expect.unreachable();
    expect(operation.summary).toBe(endpoint.summary);
    // Every parameter in the path is declared, and every query parameter that the contract accepts.
    const parameters = (operation.parameters ?? []).map((parameter) => 'name' in parameter && parameter.name);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const asked = Object.keys(endpoint.query?.shape ?? {});
    const inHeaders = Object.keys(endpoint.headers?.shape ?? {});
    expect(parameters.sort()).toEqual([...inPath, ...asked, ...inHeaders].sort());
    const { body, multipart, requestMediaType } = endpoint;
    expect('requestBody' in operation).toBe(Boolean(body ?? multipart ?? requestMediaType));
    if (operation.requestBody) {
      const type = requestMediaType ?? (multipart ? 'multipart/form-data' : 'application/json');
      expect(operation.requestBody).toMatchObject({ content: { [type]: { schema: expect.any(Object) } } });
    }
    const bytes = endpoint.events ? 'text/event-stream' : 'application/octet-stream';
    const type = endpoint.result === 'bytes' ? bytes : 'application/json';
    expect(operation.responses).toMatchObject({
      [endpoint.status ?? 200]: {
        description: expect.any(String),
        ...(endpoint.result !== 'headers' && { content: { [type]: { schema: expect.any(Object) } } }),
      },
    });
  }
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, pointer = ''] of references) {
    const found = pointer.split('/').reduce<unknown>((at, key) => Object(at)[key], document);
    expect(found, pointer).toBeDefined();
  }
});

test('the form of an upload names its file and fields', async ({ testApp }) => {
  const { body } = await testApp.anonymous.get('/api/openapi.json');
  const { schema } = body.paths['/api/files'].post.requestBody.content['multipart/form-data'];
  expect(schema.required).toEqual(['file']);
  expect(Object.keys(schema.properties).sort()).toEqual([
    'allowDownload',
    'batch',
    'file',
    'folderId',
    'placeholderId',
  ]);
});
