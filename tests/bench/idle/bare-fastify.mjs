// The least a service of this kind can be: a web server and one connection to the database, both unused.
import fastify from 'fastify';
import pg from 'pg';

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
const server = fastify();
server.get('/', async () => ({ ok: true }));
await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ ready: true });
