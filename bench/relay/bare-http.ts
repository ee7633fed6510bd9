/**
 * The least a receiver can be: node:http and the signature. `node bare-http.ts SECRET` stores nothing. With a FILE, every
 * webhook is a commit of its own before its 200 (SQLite, WAL, synchronous=FULL), into a table as the relay's: distinguished
 * from redeliveries, in the order of each mailbox. Says its address on a line.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import Database from 'better-sqlite3';
import { isSigned, refused, sayAddress, taken } from './answer.ts';

const [secret = '', path] = process.argv.slice(2);
const keep = path === undefined ? () => undefined : keepIn(new Database(path));

function keepIn(db: Database.Database): (request: IncomingMessage, body: Buffer) => void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`CREATE TABLE webhooks (id INTEGER PRIMARY KEY AUTOINCREMENT, mailbox TEXT NOT NULL, fingerprint TEXT NOT NULL UNIQUE,
      ref TEXT, event TEXT, signature TEXT NOT NULL, body BLOB NOT NULL, received_at TEXT NOT NULL);
    CREATE INDEX in_order ON webhooks (mailbox, id)`);
  const insert = db.prepare(`INSERT INTO webhooks (mailbox, fingerprint, ref, event, signature, body, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  return ({ url = '', headers }, body) => {
    const [, , mailbox = '', ref = null] = url.split('/');
    const event = String(headers['x-service-event']);
    JSON.parse(body.toString());
    const hash = createHash('sha256').update(`${mailbox} ${ref} ${event} `).update(body);
    const fingerprint = hash.digest('base64url').slice(0, 22);
    const now = new Date().toISOString();
    insert.run(mailbox, fingerprint, ref, event, String(headers['x-service-signature']), body, now);
  };
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (chunk: Buffer) => parts.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const signed = isSigned(secret, body, request.headers['x-service-signature']);
    if (signed) keep(request, body);
    const text = signed ? taken : refused;
    response.writeHead(signed ? 200 : 401, { 'content-type': 'application/json', 'content-length': text.length });
    response.end(text);
  });
});
sayAddress(server);
