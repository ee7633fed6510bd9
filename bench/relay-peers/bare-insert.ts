/**
 * The least that a durable insert over HTTP can be: node:http, JSON.parse, and one row in a commit of its own before the 200.
 * `node bare-insert.ts DATABASE` with the path of a SQLite file (WAL, synchronous=FULL), or the address of a PostgreSQL. Says its
 * address on a line.
 */
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { Pool } from 'pg';

const [database = ''] = process.argv.slice(2);
const keep = database.startsWith('postgres') ? await inPostgres(database) : inSqlite(database);

function inSqlite(path: string): (body: string) => Promise<unknown> {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table if not exists bodies (id integer primary key, body text not null)');
  const insert = db.prepare('insert into bodies (body) values (?)');
  return async (body) => insert.run(body);
}

async function inPostgres(url: string): Promise<(body: string) => Promise<unknown>> {
  const pool = new Pool({ connectionString: url, max: 10 });
  await pool.query('create table if not exists bodies (id bigserial primary key, body text not null)');
  return (body) => pool.query({ name: 'keep', text: 'insert into bodies (body) values ($1)', values: [body] });
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    JSON.parse(body);
    const answer = (): void => {
      const text = '{"status":"success"}';
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
    };
    void keep(body).then(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
