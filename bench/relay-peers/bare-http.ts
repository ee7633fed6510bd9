/**
 * The least a receiver can be: node:http and the signature. `node bare-http.ts SECRET [FILE]` stores nothing; with a FILE
 * every webhook is a commit of its own (SQLite, WAL, synchronous=FULL) before its 200. Says its address on a line.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { isSigned, refused, taken } from './answer.ts';

const [secret = '', file] = process.argv.slice(2);
const keep = file === undefined ? () => {} : commitEach(file);

function commitEach(path: string): (url: string, body: Buffer) => void {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE webhooks (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, body BLOB)');
  if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('not durable');
  const insert = db.prepare('INSERT INTO webhooks (path, body) VALUES (?, ?)');
  return (url, body) => void insert.run(url, body);
}

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const signed = isSigned(secret, body, request.headers['x-service-signature']);
  if (signed) keep(request.url ?? '', body);
  const text = signed ? taken : refused;
  response.writeHead(signed ? 200 : 401, { 'content-type': 'application/json', 'content-length': text.length });
  response.end(text);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => answer(request, response, parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
