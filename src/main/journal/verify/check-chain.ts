import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { bodiesPerEvent, eventText } from '../log/chain.ts';
import type { Meta } from '../meta.ts';
import { prepareCloserLook } from './closer-look.ts';
import { type Counts, followed, type Passed } from './report.ts';
import { type BodyRow, type EventRow, prepareSpans, type Span } from './span.ts';

/**
 * Walks the log from its first row: every number there, every hash right, every body as it was or erased. Events that agree
 * at once with what they should be, and nearly all do, are passed; any other is looked at closely.
 */
export function checkChain(db: Database.Database, meta: Meta, counts: Counts, passed: Passed): Flaw | null {
  const spanAfter = prepareSpans(db);
  const lookCloser = prepareCloserLook(db);
  let before = Buffer.from(meta.genesis).toString('hex');
  for (;;) {
    const span = spanAfter(counts.events);
    if (span.events.length === 0) break;
    const digestsOf = readBodies(span);
    for (const event of span.events) {
      const [seq, , type, , , data, digests, prev, own] = event;
      const expected = counts.events + 1;
      if (seq !== expected) return { row: `event ${expected}`, why: 'event_missing' };
      const fits = prev === before && own === hashOf(before, event) && digests === digestsOf(seq);
      if (!fits) {
        const look = lookCloser(seq, before);
        if (look.why !== null) return { row: `event ${seq}`, why: look.why };
        counts.erased += look.erased;
      }
      if (followed.has(type)) passed.told.push({ seq, type, data });
      before = own;
      counts.events = seq;
    }
  }
  return flawAtTheEnd(db, meta, counts.events, before);
}

function hashOf(before: string, [seq, saleId, type, at, actor, data, digests]: EventRow): string {
  return hash('sha256', eventText(before, { seq, saleId, type, at, actor, data, digests }), 'hex');
}

/** What the `digests` of each event must read, from its bodies as they are; to be asked for in the order of the log. */
function readBodies({ bodies, said }: Span): (seq: number) => string {
  let next = 0;
  let at = 0;
  const digest = ([, role, length]: BodyRow): string => {
    const digest = length === null ? '' : hash('sha256', said.subarray(at, at + length), 'hex');
    at += length ?? 0;
    return `["${role}","${digest}"]`;
  };
  return (seq) => {
    let text = '[';
    for (let body = bodies[next]; body?.[0] === seq; body = bodies[next]) {
      text += text === '[' ? digest(body) : `,${digest(body)}`;
      next += 1;
    }
    return `${text}]`;
  };
}

const Stray = z.int().optional();

function flawAtTheEnd(db: Database.Database, meta: Meta, events: number, head: string): Flaw | null {
  if (events !== meta.headSeq || head !== Buffer.from(meta.headHash).toString('hex')) {
    return { row: `event ${Math.max(events, meta.headSeq)}`, why: 'end_differs' };
  }
  const outside = db.prepare('SELECT id FROM bodies WHERE id < ? OR id >= ? LIMIT 1').pluck();
  const stray = Stray.parse(outside.get(bodiesPerEvent, (events + 1) * bodiesPerEvent));
  return stray === undefined ? null : { row: `body ${stray}`, why: 'body_unexplained' };
}
