import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

const BINARY_SCHEMA = { type: 'string', format: 'binary' };

/** Registers `/api/openapi.json`, made from the contracts of the routes registered after it. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Muniment',
        version: '1',
        description:
          'Every error response is `{ error, code, fields? }`. Lists link to their next page in the Link header; X-Incomplete: true marks one that was too long to be searched to its end.',
      },
    },
    transform: (call) => {
      const { schema, url } = jsonSchemaTransform(call);
      const endpoint = call.route.config?.endpoint;
      if (endpoint?.multipart) {
        const { properties, required = [] } = z.toJSONSchema(endpoint.multipart, { io: 'input' });
        const json = endpoint.body && schema.body;
        schema.consumes = [...(json ? ['application/json'] : []), 'multipart/form-data'];
        const form = {
          type: 'object',
          properties: { ...properties, file: BINARY_SCHEMA },
          required: [...required, 'file'],
        };
        schema.body = json ? { anyOf: [json, form] } : form;
      }
      if (endpoint?.requestMediaType) {
        schema.consumes = [endpoint.requestMediaType];
        schema.body = BINARY_SCHEMA;
      }
      if (endpoint?.result === 'headers')
        schema.response = {
          [endpoint.status ?? 200]: {
            description: 'No body; the result is in the response headers',
            type: 'null',
          },
        };
      else if (endpoint?.events)
        schema.response = {
          200: {
            description: 'Server-sent events; each carries this as JSON',
            content: { 'text/event-stream': { schema: z.toJSONSchema(endpoint.events) } },
          },
        };
      else if (endpoint?.result === 'bytes')
        schema.response = {
          200: {
            description: 'The bytes',
            content: { 'application/octet-stream': { schema: BINARY_SCHEMA } },
          },
        };
      return { schema, url };
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
