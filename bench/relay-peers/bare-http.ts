/**
 * The least a receiver can be: node:http and the signature. `node bare-http.ts SECRET` stores nothing. With a FILE, every
 * webhook is a commit of its own before its 200 (SQLite, WAL, synchronous=FULL), into a table as the relay's: told apart
 * from redeliveries, in the order of each mailbox; with `least` after it, into a table without any of that. Holds each long
 * poll and never answers it. Says its address on a line.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { isSigned, refused, taken } from './answer.ts';

const [secret = '', path, least] = process.argv.slice(2);
const keep = path === undefined ? () => {} : least === 'least' ? keepLeast(open(path)) : keepAll(open(path));

function open(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('not durable');
  return db;
}

function keepLeast(db: Database.Database): (request: IncomingMessage, body: Buffer) => void {
  db.exec('CREATE TABLE webhooks (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, body BLOB)');
  const insert = db.prepare('INSERT INTO webhooks (path, body) VALUES (?, ?)');
  return ({ url = '' }, body) => void insert.run(url, body);
}

function keepAll(db: Database.Database): (request: IncomingMessage, body: Buffer) => void {
  db.exec(`CREATE TABLE webhooks (id INTEGER PRIMARY KEY AUTOINCREMENT, mailbox TEXT NOT NULL, fingerprint TEXT NOT NULL UNIQUE,
      ref TEXT, event TEXT, signature TEXT NOT NULL, body BLOB NOT NULL, received_at TEXT NOT NULL);
    CREATE INDEX in_order ON webhooks (mailbox, id)`);
  const insert = db.prepare(`INSERT INTO webhooks (mailbox, fingerprint, ref, event, signature, body, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  return ({ url = '', headers }, body) => {
    const [, , mailbox = '', ref = null] = url.split('/');
    const event = String(headers['x-service-event']);
    JSON.parse(body.toString());
    const fingerprint = createHash('sha256')
      .update(`${mailbox} ${ref} ${event} `)
      .update(body)
      .digest('base64url')
      .slice(0, 22);
    const now = new Date().toISOString();
    insert.run(mailbox, fingerprint, ref, event, String(headers['x-service-signature']), body, now);
  };
}

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const signed = isSigned(secret, body, request.headers['x-service-signature']);
  if (signed) keep(request, body);
  const text = signed ? taken : refused;
  response.writeHead(signed ? 200 : 401, { 'content-type': 'application/json', 'content-length': text.length });
  response.end(text);
}

/** Requests with a `wait` in their address, which stay open. */
const polls: ServerResponse[] = [];

const server = createServer((request, response) => {
  if (request.url === '/metrics') return response.end(`relay_long_polls_active ${polls.length}\n`);
  if (request.url?.includes('wait=')) return polls.push(response);
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => answer(request, response, parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
  return undefined;
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
