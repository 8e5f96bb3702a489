import fastify from 'fastify';

/** What the machine and the framework do without us: a server whose only answer is empty. */
const app = fastify();
app.get('/', async (_request, reply) => reply.send(''));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

process.once('SIGTERM', () => void app.close());
