import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BodyRole } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Random } from '../../base/system.ts';
import type { NewEvent } from '../sales-store.ts';
import { rawStatement, statement } from '../statements.ts';
import { bodiesPerEvent, bodyDigest, eventHash } from './chain.ts';
import { writeSnapshot } from './snapshot.ts';

const saltBytes = 16;

/** Asking the system for randomness costs as much as writing a row, so many salts are taken at once. */
const taken = 256;

const Head = z.tuple([z.int().nonnegative(), z.instanceof(Uint8Array)]);

interface Body {
  role: BodyRole;
  bytes: Uint8Array;
}

/** Puts an event at the end of the chain and answers its seq; inside the transaction that changes the sale. */
export function prepareAppend(
  db: Database.Database,
  random: Random,
): (event: NewEvent, sale: Transaction | null) => number {
  const salt = prepareSalts(random);
  const readHead = rawStatement(db, 'SELECT head_seq, head_hash FROM meta WHERE only = 1');
  const moveHead = statement(db, 'UPDATE meta SET head_seq = ?, head_hash = ? WHERE only = 1');
  const insertEvent = statement(
    db,
    `INSERT INTO events (seq, sale_id, type, at, actor, data, digests, encoding, prev, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const insertBody = statement(db, 'INSERT INTO bodies (id, seq, role, salt, bytes) VALUES (?, ?, ?, ?, ?)');

  return (event, sale) => {
    const [last, prev] = Head.parse(readHead().get());
    const seq = last + 1;
    const bodies = [...event.bodies, ...snapshot(sale)];
    if (bodies.length > bodiesPerEvent) throw new Error(`an event holds at most ${bodiesPerEvent} bodies`);

    const salted = bodies.map(({ role, bytes }) => ({ role, bytes, salt: salt() }));
    const link = {
      prev,
      seq,
      saleId: sale?.id ?? null,
      type: event.type,
      at: event.at,
      actor: event.actor,
      data: JSON.stringify(event.data),
      digests: JSON.stringify(salted.map(({ role, salt, bytes }) => [role, bodyDigest(salt, bytes)])),
    };
    const linkHash = eventHash(link);
    const { saleId, type, at, actor, data, digests } = link;
    insertEvent().run(seq, saleId, type, at, actor, data, digests, prev, linkHash);
    for (const [position, { role, salt, bytes }] of salted.entries()) {
      insertBody().run(seq * bodiesPerEvent + position, seq, role, salt, bytes);
    }
    moveHead().run(seq, linkHash);
    return seq;
  };
}

function snapshot(sale: Transaction | null): Body[] {
  return sale ? [{ role: 'snapshot', bytes: writeSnapshot(sale) }] : [];
}

/** Salts of 16 bytes, each given once. */
function prepareSalts(random: Random): () => Uint8Array {
  let store: Uint8Array = new Uint8Array();
  return () => {
    if (store.length === 0) store = random.bytes(saltBytes * taken);
    const salt = store.subarray(0, saltBytes);
    store = store.subarray(saltBytes);
    return salt;
  };
}
