/**
 * The least that a durable insert over HTTP can be: node:http, JSON.parse, and one row in a commit of its own before the 200.
 * `node bare-insert.ts DATABASE` with the path of a SQLite file (WAL, synchronous=FULL), or the address of a PostgreSQL. Says its
 * address on a line.
 */
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { Pool } from 'pg';
import { sayAddress, taken } from './answer.ts';

/** to PostgreSQL: enough that its commits share the syncs of its log */
const connections = 32;

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
  const pool = new Pool({ connectionString: url, max: connections });
  await pool.query('create table if not exists bodies (id bigserial primary key, body text not null)');
  return (body) => pool.query({ name: 'keep', text: 'insert into bodies (body) values ($1)', values: [body] });
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (chunk: Buffer) => parts.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    JSON.parse(body);
    void keep(body).then(() =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': taken.length }).end(taken),
    );
  });
});
sayAddress(server);
