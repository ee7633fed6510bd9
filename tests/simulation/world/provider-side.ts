import type { Transport, TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import type { Deliver, SimulatedAnswer } from '../../../src/simulator/core/ports.ts';
import { signatureOf } from '../../../src/simulator/core/scheduler.ts';
import { createSimulator, defaultRedelivery, type Simulator } from '../../../src/simulator/core/simulator.ts';
import { firstKey } from '../plan/keys.ts';
import type { Exchange } from '../plan/plan.ts';
import { refOf, type Sent } from './books.ts';
import { damaged, type Fate } from './line.ts';
import type { Outside } from './outside.ts';

export interface ProviderSide {
  simulator: Simulator;
  /** from now on it signs with that key */
  signWith(key: string): void;
  /** from now on it calls a product so */
  rename(product: string, name: string): void;
  /** the wires of one counter process */
  transport: Transport;
  /** has the ledger read again */
  looked(): void;
  /** when the last thing happens that it has in mind now */
  busyUntil(): number;
}

const decoder = new TextDecoder();

/** The payment service, and the line between it and the counter. It never breaks down itself: what it does is its own will. */
export function openProvider(world: Outside, deliver: Deliver): ProviderSide {
  const { schedule, line, books, chance, note } = world;
  let busyUntil = 0;
  let key = firstKey;
  // In the other worlds nothing but the relay, a late answer or a person brings a result, so that a bug of theirs shows.
  const hasCapabilities = world.plan.seed % 4 === 0;
  const simulator = createSimulator({
    seed: `${world.plan.seed}`,
    hasCapabilities,
    secretKey: () => key,
    sampleExtras: world.plan.sampleExtras,
    deliver: (request) => {
      const { 'X-Service-Signature': signature = '' } = request.headers;
      if (signatureOf(request.body, key) === signature) {
        books.keys.signed.set(signature, { key, body: decoder.decode(request.body) });
      }
      return deliver(request);
    },
    idStamp: 'X',
    redelivery: world.plan.redelivers ? defaultRedelivery : [],
    clock: {
      now: () => world.plan.startsAt + schedule.now(),
      async sleep(ms, signal) {
        busyUntil = Math.max(busyUntil, schedule.now() + ms);
        await schedule.sleep(ms, signal);
        // It goes on in this very moment: look at its book when it is through.
        schedule.after(0, looked);
      },
    },
  });

  const rename = (product: string, name: string): void => {
    simulator.control({ do: 'rename', product_code: product, product_name: name });
  };
  for (const [product, name] of Object.entries(world.plan.names)) rename(product, name);

  function looked(): void {
    books.ledger = simulator.ledger();
    world.step({ kind: 'provider' });
  }

  const arrive = async (request: TransportRequest, sent: Sent | null): Promise<SimulatedAnswer> => {
    if (sent) sent.receivedAt = schedule.now();
    const answer = await simulator.handle({
      method: request.method,
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: request.body ?? new Uint8Array(),
    });
    if (sent) {
      if (answer.kind === 'answer') sent.refused = isRefusal(answer.body);
      note(
        () =>
          `provider  gets ${sent.operation} of ${world.nameOf(sent.saleId)}, ${answer.kind} in ${answer.afterMs} ms${answer.kind === 'answer' ? ` ${answer.status} ${brief(answer.body)}` : ''}`,
      );
      looked();
    }
    return answer;
  };

  const after = (ms: number, outcome: TransportOutcome): Promise<TransportOutcome> =>
    schedule.sleep(ms).then(() => outcome);
  const lost = (reason: string): TransportOutcome => ({ kind: 'lost', reason });

  const exchange = async (request: TransportRequest): Promise<TransportOutcome> => {
    // No part of the plan: it draws nothing from chance.
    if (!hasCapabilities && request.url.endsWith('/capabilities')) {
      return { kind: 'answered', status: 404, headers: {}, body: new Uint8Array(0) };
    }
    const operation = exchangeOf(request.url);
    const fate = line.fate(operation);
    const sent = operation === 'order' || operation === 'pay' ? leaves(operation, request) : null;
    const { harm } = fate;
    if (harm) note(() => `line      ${operation} suffers: ${harm}`);
    if (harm === 'refuse') return after(fate.thereMs, { kind: 'never_sent', reason: 'ECONNREFUSED' });
    if (harm === 'lose_request') return after(request.answerTimeoutMs, lost('no whole answer in time'));
    const held = harm === 'stuck' ? request.answerTimeoutMs + fate.heldMs : 0;
    const coming = schedule
      .sleep(fate.thereMs + held)
      .then(() => arrive(request, sent))
      .then((answer) => comesBack(request, answer, fate));
    if (harm !== 'stuck') return coming;
    return after(request.answerTimeoutMs, tooLate(request, coming, held - request.answerTimeoutMs));
  };

  const comesBack = (request: TransportRequest, answer: SimulatedAnswer, fate: Fate): Promise<TransportOutcome> => {
    const tookMs = answer.afterMs + fate.backMs;
    const { harm } = fate;
    if (harm === 'late' || tookMs >= request.answerTimeoutMs) {
      const afterMs = Math.max(tookMs, harm === 'late' ? request.answerTimeoutMs + fate.heldMs : 0);
      const coming = after(afterMs, whole(answer, harm));
      return after(request.answerTimeoutMs, tooLate(request, coming, afterMs - request.answerTimeoutMs));
    }
    return after(tookMs, whole(answer, harm));
  };

  const whole = (answer: SimulatedAnswer, harm: Fate['harm']): TransportOutcome => {
    if (answer.kind !== 'answer' || harm === 'lose_answer' || harm === 'truncate') return lost('half an answer');
    const body = harm === 'corrupt' && answer.body.length > 0 ? damaged(answer.body, chance) : answer.body;
    return { kind: 'answered', status: answer.status, headers: answer.headers, body };
  };

  /** The time is up; what moves money is read for some minutes more. */
  const tooLate = (
    { lateAnswerMs = 0 }: TransportRequest,
    coming: Promise<TransportOutcome>,
    lateByMs: number,
  ): TransportOutcome => {
    const outcome = lost('no whole answer in time');
    if (outcome.kind !== 'lost' || lateByMs >= lateAnswerMs) return outcome;
    const late = coming.then((came) => (came.kind === 'lost' && came.late ? came.late : came));
    return { ...outcome, late };
  };

  const leaves = (operation: 'order' | 'pay', request: TransportRequest): Sent => {
    const body = JSON.parse(decoder.decode(request.body)) as Record<string, string>;
    const saleId =
      operation === 'order'
        ? refOf(body['callback_url'] ?? '')
        : ([...books.sales.values()].find((sale) => sale.transactionId === body['transaction_id'])?.id ?? null);
    const sent: Sent = { operation, saleId: saleId ?? '?', leftAt: schedule.now(), receivedAt: null, refused: false };
    books.sent.push(sent);
    world.step({ kind: 'leaving', operation, saleId });
    return sent;
  };

  return {
    simulator,
    signWith: (next) => {
      key = next;
    },
    rename: (product, name) => {
      rename(product, name);
      looked();
    },
    transport: { exchange },
    looked,
    busyUntil: () => busyUntil,
  };
}

function exchangeOf(url: string): Exchange {
  if (url.endsWith('/order')) return 'order';
  if (url.endsWith('/pay')) return 'pay';
  return url.endsWith('/inquiry') ? 'inquiry' : 'product';
}

/** An envelope that says no, names no transaction and speaks of nothing that goes on. */
function isRefusal(body: Uint8Array): boolean {
  const text = decoder.decode(body);
  if (/trx_id|sedang diproses|Duplicate/.test(text)) return false;
  try {
    return (JSON.parse(text) as { status?: unknown }).status === 'error';
  } catch {
    return false;
  }
}

function brief(body: Uint8Array): string {
  const text = decoder.decode(body);
  const status = /"data":.*"status":"(\w+)"/.exec(text)?.[1];
  return status ?? text.slice(0, 40);
}
