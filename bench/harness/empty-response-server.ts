import fastify from 'fastify';

/** Server with one empty response: the baseline of machine and framework. */
const app = fastify();
app.get('/', async (_request, reply) => reply.send(''));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

process.once('SIGTERM', () => void app.close());
