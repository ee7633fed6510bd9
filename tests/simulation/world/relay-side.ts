import type { Transport, TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import type { PollOutcome } from '../../../src/main/relay-client/mailbox-client.ts';
import type { ClaimStore, ShopRefusal } from '../../../src/relay/core/claims.ts';
import { createMailboxIn, rotateSecret } from '../../../src/relay/core/mailbox-service.ts';
import type { EraseAnswer } from '../../../src/relay/core/poll.ts';
import { createRelay, type Relay } from '../../../src/relay/core/relay.ts';
import type { Store } from '../../../src/relay/core/store.ts';
import { createVault } from '../../../src/server/credentials.ts';
import { isUnresolved } from '../../../src/shared/domain/transaction.ts';
import { CounterBatchesQuery, CounterPartQuery, NoticesQuery, PostedNotice } from '../../../src/shared/wire/office.ts';
import { RelayAck, RelayErase } from '../../../src/shared/wire/relay.ts';
import {
  BatchesQuery,
  CommittedSnapshot,
  PartQuery,
  PostedBatch,
  type ShippingRefused,
} from '../../../src/shared/wire/shipped-log.ts';
import { PostedClaims, PostedRestore, PostedShopKey, SettledClaim } from '../../../src/shared/wire/shop.ts';
import { bytesOf } from '../engine/chance.ts';
import { createLife, type Life } from '../engine/life.ts';
import { firstKey } from '../plan/keys.ts';
import { noteMs, refOf, type Taken } from './books.ts';
import { mailboxIsRotated, takes } from './key-book.ts';
import { damaged } from './line.ts';
import type { Outside } from './outside.ts';
import type { KeptWebhook, RelayDatabase } from './relay-database.ts';

export interface RelaySide {
  /** Posts a webhook as anybody on the internet may. */
  post(url: string, event: string, signature: string, body: Uint8Array, by: Taken['by']): Promise<number | null>;
  /** its HTTP as one counter process reaches it */
  transportFor(life: Life): Transport;
  /** the shop's mailbox, and the token that reads it */
  mailbox(): { id: string; token: string };
  kill(awaits: number, downMs: number): void;
  /** a kill that has not come yet does not come */
  spare(): void;
  start(): void;
  jumpClock(ms: number): void;
  /** puts another secret in force, as the command does; the one before is good for so long */
  rotate(secret: string, overlapMs: number): void;
  /** disables the mailbox, as the command does */
  revoke(): void;
  isRevoked(): boolean;
  dropOldest(count: number): void;
  /** copies the database */
  copy(): void;
  /** ends, and has the copy put back, if there is one */
  putBack(downMs: number): void;
  poll(): void;
}

const providerPatienceMs = 10_000;
const pollPatienceMs = 15_000;
const claimPatienceMs = 3_000;
const logPatienceMs = 60_000;
const nobody = null;
const day = 24 * 3_600_000;
/** Why a connection ends; made once, because an error takes long to make. */
const gone = new Error('the client is gone');

/** The shop that a mailbox is in, as all relays have it in one database. */
export interface ShopAtRelays {
  id: string;
  /** of this mailbox's counter, or of the office */
  counter: string;
  role?: 'office';
  /** sees what is recorded */
  watched(store: ClaimStore): ClaimStore;
}

/**
 * The public relay, and the lines to it from both sides. Each counter of a shop has one of its own, as with several instances over one
 * database.
 */
export function openRelay(
  world: Outside,
  database: RelayDatabase,
  wrap: (store: Store) => Store,
  shop: ShopAtRelays | null = null,
): RelaySide {
  const { schedule, chance, line, books, note } = world;
  const stored = database.mailbox();
  const random = bytesOf(chance.fork('relay'));
  const vault = createVault(random.bytes(32), random);
  let skewMs = 0;
  let running: { life: Life; relay: Relay } | null = null;
  let isRevoked = false;
  let isCopied = false;
  const droppedSinceCopy: KeptWebhook[] = [];
  const condemned = new WeakSet<Life>();
  const now = (): number => world.plan.startsAt + schedule.now() + skewMs;

  const start = (): void => {
    const life = createLife(schedule, chance.fork(`relay life ${schedule.now()}`), 0.15);
    const whole = stored.open();
    const real = wrap(shop ? { ...whole, ...shop.watched(whole) } : whole);
    const store: Store = {
      ...real,
      recordClaims: (...args) => life.run(() => real.recordClaims(...args)),
      openClaims: (...args) => life.run(() => real.openClaims(...args)),
      settleClaim: (...args) => life.run(() => real.settleClaim(...args)),
      setShopKey: (...args) => life.run(() => real.setShopKey(...args)),
      postRestore: (...args) => life.run(() => real.postRestore(...args)),
      findMailbox: (id) => life.run(() => real.findMailbox(id)),
      directoryVersion: () => life.run(() => real.directoryVersion()),
      readPage: (...args) => life.run(() => real.readPage(...args)),
      append: (webhooks) => life.run(() => real.append(webhooks)),
      appendVariants: (variants) => life.run(() => real.appendVariants(variants)),
      ack: (acks) => life.run(() => real.ack(acks)),
      erase: (...args) =>
        life.run(async () => {
          const before = await stored.webhooks();
          const erased = await real.erase(...args);
          const { webhooks } = await stored.webhooks();
          for (const [at, { sequence, ref, body }] of before.webhooks.entries()) {
            if (body.length === 0 || webhooks[at]?.body.length !== 0) continue;
            books.dropped.add(`${ref} ${new TextDecoder().decode(body)}`);
            world.step({ kind: 'erasedAtRelay', acked: sequence <= before.ackedThrough });
          }
          return erased;
        }),
    };
    const later = (ms: number, run: () => void): (() => void) => schedule.after(ms, () => life.alive() && run());
    const relay = createRelay({
      store,
      vault,
      clock: { now, after: later, soon: (run) => void later(0, run) },
      errors: {
        report: (where, error) => world.step({ kind: 'broke', where: `relay: ${where}`, fault: String(error) }),
      },
    });
    life.onKill(() => {
      running = null;
    });
    running = { life, relay };
  };

  /** What a request to the relay comes to: null when it was killed meanwhile, or when the one who asks gives up. */
  const requestWithin = <T>(patienceMs: number, request: (relay: Relay) => Promise<T>): Promise<T | null> =>
    new Promise((resolve) => {
      if (!running) return resolve(null);
      const { life, relay } = running;
      const cancel = schedule.after(patienceMs, () => resolve(null));
      const settle = (answer: T | null): void => {
        cancel();
        resolve(answer);
      };
      life.onKill(() => settle(null));
      request(relay).then(settle, () => settle(null));
      return undefined;
    });

  const post: RelaySide['post'] = async (url, event, signature, body, by) => {
    const fate = line.fate('webhook');
    if (by === 'stranger') books.meddledWith.add(refOf(url));
    const { harm } = fate;
    if (harm) note(() => `line      webhook suffers: ${harm}`);
    await schedule.sleep(fate.thereMs + (harm === 'stuck' ? fate.heldMs : 0));
    if (harm === 'refuse') return null;
    if (harm === 'lose_request') {
      await schedule.sleep(providerPatienceMs);
      return null;
    }
    const came =
      harm === 'truncate' ? body.subarray(0, body.length - 1) : harm === 'corrupt' ? damaged(body, chance) : body;
    if (harm === 'duplicate') schedule.after(fate.heldMs * 100, () => void receive(url, event, signature, came, by));
    const status = await receive(url, event, signature, came, by);
    await schedule.sleep(fate.backMs);
    return harm === 'lose_answer' || harm === 'late' || harm === 'stuck' ? null : status;
  };

  const receive: RelaySide['post'] = async (url, event, signature, body, by) => {
    const ref = refOf(url);
    const mailbox = new URL(url).pathname.split('/')[2] ?? '';
    const text = new TextDecoder().decode(body);
    const came = { signature, body: text };
    const before = takes(books.keys, came, now());
    const answer = await requestWithin(providerPatienceMs, (relay) =>
      relay.receive({ mailbox, ref, event, signature, body }),
    );
    const after = takes(books.keys, came, now());
    note(
      () =>
        `relay     ${answer?.status ?? 'no answer'} to webhook for ${ref ? world.nameOf(ref) : 'nobody'}: ${statusIn(text)}`,
    );
    if (answer) {
      const { status } = answer;
      world.step({ kind: 'received', status, must: before.must && after.must, may: before.may || after.may });
    }
    if (answer?.status === 200) {
      tookAt = new Date(now()).toISOString();
      books.reportedRefusals.clear();
    }
    if (answer?.status === 200) books.taken.push({ at: schedule.now(), ref, event, signature, body: text, by });
    return answer?.status ?? null;
  };

  const mailbox = (): { id: string; token: string } => {
    if (!ownMailbox) throw new Error('the mailbox is made first');
    return ownMailbox;
  };
  /** of a person who types a command */
  const clock = { now, after: schedule.after, soon: (run: () => void) => run() };
  let ownMailbox: { id: string; token: string } | null = null;
  void createMailboxIn(
    { store: stored.open(), vault, clock, random },
    {
      name: shop?.counter ?? 'shop',
      secret: world.plan.keys.keyless ? null : firstKey,
      ...(shop ? { shop: shop.id } : {}),
      ...(shop?.role ? { role: shop.role } : {}),
    },
  ).then((joined) => {
    if (typeof joined !== 'string') ownMailbox = { id: joined.mailbox, token: joined.token };
    return undefined;
  });

  const poll = async (request: Omit<AskedPage, 'signal'>, gone: AbortSignal): Promise<PollOutcome> => {
    const { id, token } = mailbox();
    const fate = line.fate('poll');
    const patienceMs = request.waitSeconds * 1000 + pollPatienceMs;
    await schedule.sleep(fate.thereMs, gone);
    if (gone.aborted) return { kind: 'unreachable', reason: 'given up' };
    if (fate.harm) note(() => `line      poll suffers: ${fate.harm}`);
    if (fate.harm === 'refuse' || !running) return { kind: 'unreachable', reason: 'ECONNREFUSED' };
    if (fate.harm === 'lose_request') {
      await schedule.sleep(patienceMs, gone);
      return { kind: 'unreachable', reason: 'no answer' };
    }
    const { after, limit, waitSeconds, notices, reader } = request;
    const answer = await requestWithin(patienceMs, (relay) =>
      relay.poll({ mailbox: id, token, after, limit, notices, reader, waitMs: waitSeconds * 1000, signal: gone }),
    );
    await schedule.sleep(fate.backMs, gone);
    if (fate.harm === 'lose_answer' || fate.harm === 'late') {
      await schedule.sleep(patienceMs, gone);
      return { kind: 'unreachable', reason: 'no answer' };
    }
    switch (answer?.kind) {
      case undefined:
        return { kind: 'unreachable', reason: 'reset' };
      case 'page':
        return { kind: 'page', ...answer.page };
      case 'gone':
        return {
          kind: 'gone',
          oldest: answer.oldest,
          acked: answer.acked,
          ...(answer.shop ? { shop: answer.shop } : {}),
        };
      case 'taken':
        return { kind: 'taken' };
      case 'unauthorised':
        return { kind: 'refused', status: 401 };
      case 'bad_cursor':
        return { kind: 'refused', status: 400 };
    }
  };

  /** A request about the shop: it may be repeated, and come long after its sender gave up. */
  const askShop = async (request: TransportRequest): Promise<TransportOutcome> => {
    const { id, token } = mailbox();
    const { harm, thereMs, backMs, heldMs } = line.fate('claims');
    if (harm) note(() => `line      a claim suffers: ${harm}`);
    const lost: TransportOutcome = { kind: 'lost', reason: 'reset' };
    const arrive = (): Promise<TransportOutcome | null> =>
      requestWithin(claimPatienceMs, (relay) => answerShop(relay, { id, token }, request));
    await schedule.sleep(thereMs);
    if (harm === 'refuse') return { kind: 'never_sent', reason: 'ECONNREFUSED' };
    if (harm === 'duplicate') schedule.after(heldMs, () => void arrive());
    if (harm === 'stuck') schedule.after(claimPatienceMs + heldMs, () => void arrive());
    const answer = harm === 'lose_request' || harm === 'stuck' ? null : await arrive();
    note(() => `relay     answers ${answer ? brief(request, answer) : 'no claim'}`);
    await schedule.sleep(answer ? backMs : claimPatienceMs);
    return answer === null || harm === 'lose_answer' || harm === 'late' ? lost : answer;
  };

  /** A request about the shipped log. Each may be repeated, and is answered late or not at all as any other. */
  const askLog = async (request: TransportRequest): Promise<TransportOutcome> => {
    const { id, token } = mailbox();
    const { harm, thereMs, backMs } = line.fate('log');
    if (harm) note(() => `line      a part of the log suffers: ${harm}`);
    await schedule.sleep(thereMs);
    if (harm === 'refuse') return { kind: 'never_sent', reason: 'ECONNREFUSED' };
    const answer =
      harm === 'lose_request'
        ? null
        : await requestWithin(logPatienceMs, (relay) => answerLog(relay, { id, token }, request));
    if (harm === 'duplicate') void requestWithin(logPatienceMs, (relay) => answerLog(relay, { id, token }, request));
    await schedule.sleep(answer ? backMs : logPatienceMs);
    return answer === null || harm !== null ? { kind: 'lost', reason: 'reset' } : answer;
  };

  const isPlain = !world.plan.items.some(
    (item) => item.do === 'enter_key' || item.do === 'fill_disk' || item.do === 'jump_clock',
  );
  /** By the relay's clock: when it last took a right webhook. What it refused before that counts no more. */
  let tookAt = '';
  const noteRefusals = (outcome: PollOutcome): PollOutcome => {
    if (!isPlain || outcome.kind !== 'page') return outcome;
    // A right one that the relay was killed over was taken as well, and nobody was answered.
    const { receivedAt: newest = '' } = outcome.events.at(-1) ?? {};
    if (newest > tookAt) tookAt = newest;
    for (const [ref, { receivedAt }] of books.reportedRefusals)
      if (receivedAt <= tookAt) books.reportedRefusals.delete(ref);
    for (const { ref, receivedAt } of outcome.unverified ?? []) {
      const state = books.sales.get(ref)?.state;
      if (receivedAt <= tookAt || state === undefined || !isUnresolved(state) || books.reportedRefusals.has(ref))
        continue;
      books.reportedRefusals.set(ref, { reportedAt: now(), receivedAt });
    }
    return outcome;
  };

  return {
    start,
    post,
    transportFor(life) {
      const process = new AbortController();
      life.onKill(() => {
        process.abort(gone);
        // RunResult a moment ago, and perhaps not written down: what the relay still lists it reports again.
        for (const [ref, { reportedAt }] of books.reportedRefusals)
          if (now() - reportedAt <= noteMs) books.reportedRefusals.delete(ref);
      });
      const reached: Reached = {
        poll: ({ signal, ...request }) => {
          // The connection ends with the process, or when the listener gives up.
          const connection = new AbortController();
          const end = (): void => connection.abort(gone);
          process.signal.addEventListener('abort', end, { once: true });
          signal.addEventListener('abort', end, { once: true });
          return life.deliver(
            poll(request, connection.signal)
              .then((outcome) => (connection.signal.aborted ? outcome : noteRefusals(outcome)))
              .finally(() => {
                process.signal.removeEventListener('abort', end);
                signal.removeEventListener('abort', end);
              }),
          );
        },
        ack: (cursor, counter) => {
          world.step({ kind: 'acked', cursor });
          const { id, token } = mailbox();
          const fate = line.fate('ack');
          const acked = schedule
            .sleep(fate.thereMs)
            .then(() =>
              fate.harm === 'refuse' || fate.harm === 'lose_request'
                ? null
                : requestWithin(pollPatienceMs, (relay) => relay.ack({ mailbox: id, token, cursor, counter })),
            );
          return life.deliver(acked.then((answer) => answer === 'acked' && fate.harm === null));
        },
        erase: (names) => {
          const { id, token } = mailbox();
          const fate = line.fate('ack');
          const erased = schedule
            .sleep(fate.thereMs)
            .then(() =>
              fate.harm === 'refuse' || fate.harm === 'lose_request'
                ? null
                : requestWithin(pollPatienceMs, (relay) => relay.erase(id, token, names)),
            );
          return life.deliver(
            erased.then((answer) => {
              note(() => `relay     asked to erase: ${JSON.stringify(answer)}`);
              return fate.harm === null ? answer : null;
            }),
          );
        },
      };
      return {
        exchange: (request) =>
          /\/(claims|claims\/restore|claims\/settle|shop-key)$/.test(new URL(request.url).pathname)
            ? life.deliver(askShop(request))
            : /\/(log|snapshot)(\/\w+)?\?|\/shop\//.test(request.url)
              ? life.deliver(askLog(request))
              : served(reached, request),
      };
    },
    mailbox,
    kill(awaits, downMs) {
      const doomed = running?.life;
      if (!doomed || condemned.has(doomed)) return;
      condemned.add(doomed);
      doomed.onKill(() => {
        note(() => `relay     is killed, for ${downMs} ms`);
        schedule.after(downMs, () => {
          note(() => 'relay     starts');
          start();
        });
      });
      doomed.killAfter(awaits);
    },
    spare: () => running?.life.killAfter(null),
    jumpClock(ms) {
      skewMs += ms;
    },
    rotate(secret, overlapMs) {
      const parts = { store: stored.open(), vault, clock };
      const at = now();
      const rotated = async (): Promise<void> => {
        const done = await rotateSecret(parts, { mailbox: mailbox().id, secret, retireInDays: overlapMs / day });
        note(() => `relay     ${typeof done === 'string' ? `does not rotate: ${done}` : `has "${secret}"`}`);
        if (typeof done !== 'string') mailboxIsRotated(books.keys, secret, at, at + overlapMs);
      };
      void rotated();
    },
    revoke() {
      isRevoked = true;
      void stored.disable();
    },
    isRevoked: () => isRevoked,
    dropOldest(count) {
      const dropped = async (): Promise<void> => {
        const { webhooks } = await stored.webhooks();
        await stored.dropOldest(count);
        for (const one of webhooks.slice(0, count)) {
          droppedSinceCopy.push(one);
          books.dropped.add(wordsOf(one));
        }
      };
      void dropped();
    },
    copy() {
      isCopied = true;
      droppedSinceCopy.length = 0;
      void database.copy();
    },
    putBack(downMs) {
      if (!isCopied) return;
      const life = running?.life;
      if (life && !condemned.has(life)) {
        condemned.add(life);
        life.onKill(() => void schedule.after(downMs, start));
      }
      life?.kill();
      const restored = async (): Promise<void> => {
        const before = await stored.webhooks();
        await database.putBack();
        const checks = new Set((await stored.webhooks()).webhooks.map(({ check }) => check));
        for (const one of [...before.webhooks, ...droppedSinceCopy.splice(0)])
          if (!checks.has(one.check)) books.lost.add(wordsOf(one));
      };
      void restored();
    },
    poll() {
      const stranger = new AbortController();
      schedule.after(1500, () => stranger.abort(gone));
      void poll({ after: nobody, limit: 1, waitSeconds: 1 }, stranger.signal);
    },
  };
}

const wordsOf = ({ ref, body }: KeptWebhook): string => `${ref} ${new TextDecoder().decode(body)}`;

function statusIn(text: string): string {
  return /"status":"(\w+)"/.exec(text)?.[1] ?? 'unreadable';
}

/** A request about claims, answered as src/relay/http/operations.ts does. */
async function answerShop(
  { shop }: Relay,
  { id, token }: { id: string; token: string },
  request: TransportRequest,
): Promise<TransportOutcome> {
  const json: unknown = request.body && JSON.parse(new TextDecoder().decode(request.body));
  const answerOf = (): Promise<object | ShopRefusal | null> => {
    if (request.url.endsWith('/shop-key')) return shop.setKey(id, token, PostedShopKey.parse(json));
    if (request.url.endsWith('/restore')) return shop.restore(id, token, PostedRestore.parse(json));
    if (request.url.endsWith('/settle')) return shop.settle(id, token, SettledClaim.parse(json));
    const after = new URL(request.url).searchParams.get('after');
    return json === undefined ? shop.list(id, token, after) : shop.post(id, token, PostedClaims.parse(json));
  };
  const answer = await answerOf();
  if (answer === null || !('refused' in answer)) return answered(200, answer ?? {});
  const { refused: reason, ...more } = answer;
  if (reason === 'unauthorised') return answered(401, {});
  return reason === 'unknown' ? answered(404, {}) : answered(409, { reason, ...more });
}

/** A request about the shipped log, answered as src/relay/http/operations.ts does. */
async function answerLog(
  relay: Relay,
  { id, token }: { id: string; token: string },
  request: TransportRequest,
): Promise<TransportOutcome> {
  if (!(await relay.authenticate({ mailbox: id, token }))) return answered(401, {});
  const { pathname, searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  const sealed = Buffer.from(request.body ?? []);
  const { shippedLog, office, notices } = relay;
  const ofShop = async (work: Promise<object>): Promise<TransportOutcome> => {
    const answer = await work;
    return 'refused' in answer ? answered(409, { reason: answer.refused }) : answered(200, answer);
  };
  const own = { mailbox: id, token };
  const stored = async (work: Promise<ShippingRefused | null>): Promise<TransportOutcome> => {
    const refused = await work;
    return refused ? answered(409, refused) : answered(200, {});
  };
  switch (pathname.split(id)[1]) {
    case '/log':
      return answered(200, await shippedLog.read(id));
    case '/log/append':
      return stored(shippedLog.append(id, { ...PostedBatch.parse(query), sealed }));
    case '/log/batches':
      return answered(200, await shippedLog.batchesAfter(id, BatchesQuery.parse(query).after));
    case '/snapshot/upload':
      return stored(shippedLog.putPart(id, { ...PartQuery.parse(query), sealed }));
    case '/snapshot/part': {
      const piece = await shippedLog.readPart(id, PartQuery.parse(query));
      return piece ? answered(200, { sealed: piece.toString('base64') }) : answered(404, {});
    }
    case '/snapshot/commit':
      return stored(shippedLog.commitSnapshot(id, CommittedSnapshot.parse(JSON.parse(sealed.toString()))));
    case '/shop/counters':
      return ofShop(office.counters({ ...own, revision: query['known'], signal: request.signal ?? never }));
    case '/shop/log/batches': {
      const { counter, after } = CounterBatchesQuery.parse(query);
      return ofShop(office.batchesAfter({ ...own, counter }, after));
    }
    case '/shop/snapshot/part': {
      const { counter, ...snapshotPart } = CounterPartQuery.parse(query);
      const answer = await office.readPart({ ...own, counter }, snapshotPart);
      return 'sealed' in answer
        ? answered(200, { sealed: answer.sealed.toString('base64') })
        : ofShop(Promise.resolve(answer));
    }
    case '/shop/notices':
      return ofShop(
        request.body
          ? notices.post(id, token, PostedNotice.parse(JSON.parse(sealed.toString())))
          : notices.after(id, token, NoticesQuery.parse(query).after),
      );
    case undefined:
    default:
      return answered(404, {});
  }
}

/** What was asked about claims, and what came of it. */
function brief({ url, body }: TransportRequest, answer: TransportOutcome): string {
  if (answer.kind !== 'answered') return answer.kind;
  const answerText = new TextDecoder().decode(answer.body);
  const posted = PostedClaims.safeParse(body && JSON.parse(new TextDecoder().decode(body))).data?.claims ?? [];
  const outcomes = [...answerText.matchAll(/"outcome":"(\w+)"/g)].map(([, outcome]) => outcome);
  const claims = posted.map(({ state, isSent }, at) => `${state}${isSent ? ' (sent)' : ''}: ${outcomes[at] ?? 'no'}`);
  return `${answer.status} to ${claims.join(', ') || url.replace(/.*\//, '')}`;
}

interface AskedPage {
  after: string | null;
  limit: number;
  waitSeconds: number;
  /** the newest notice that the counter knows of */
  notices?: number | undefined;
  reader?: { id: string; takes: boolean } | undefined;
  signal: AbortSignal;
}

/** The mailbox as one process reaches it. */
interface Reached {
  poll(request: AskedPage): Promise<PollOutcome>;
  ack(cursor: string, counter: string | undefined): Promise<boolean>;
  erase(names: RelayErase): Promise<EraseAnswer | null>;
}

const never = new AbortController().signal;

/** The requests of a counter, answered as src/relay/http/operations.ts does. */
async function served({ poll, ack, erase }: Reached, request: TransportRequest): Promise<TransportOutcome> {
  const { pathname, searchParams: query } = new URL(request.url);
  if (pathname.endsWith('/ack')) {
    const { cursor, counter } = RelayAck.parse(JSON.parse(new TextDecoder().decode(request.body)));
    return (await ack(cursor, counter)) ? answered(200, {}) : { kind: 'lost', reason: 'reset' };
  }
  if (pathname.endsWith('/erase')) {
    const answer = await erase(RelayErase.parse(JSON.parse(new TextDecoder().decode(request.body))));
    if (answer === null) return { kind: 'lost', reason: 'reset' };
    return answer.kind === 'erased' ? answered(200, answer) : answered(401, {});
  }
  // What is not served here would be taken for a poll, and refused for reasons that no relay has.
  if (!pathname.endsWith('/events'))
    throw new Error(`the simulated relay serves no ${pathname.replace(/^.*?\/mailboxes\/[^/]+/, '')}`);
  const { kind, ...outcome } = await poll({
    after: query.get('after'),
    limit: Number(query.get('limit')),
    waitSeconds: Number(query.get('wait')),
    notices: query.has('notices') ? Number(query.get('notices')) : undefined,
    reader: query.has('reader') ? { id: query.get('reader') ?? '', takes: query.has('takes') } : undefined,
    signal: request.signal ?? never,
  });
  if (kind === 'page') return answered(200, outcome);
  if (kind === 'gone') return answered(410, outcome);
  if (kind === 'taken') return answered(409, {});
  return 'status' in outcome ? answered(outcome.status, {}) : { kind: 'lost', reason: 'reset' };
}

const answered = (status: number, json: object): TransportOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(json)),
});
