import type { SecretChanges, Secrets } from '../../../src/main/base/secrets.ts';
import type { Log, TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import { createProvider } from '../../../src/main/provider/client.ts';
import { createMailboxPoller, type MailboxPoller } from '../../../src/main/relay-client/mailbox-poller.ts';
import { keyIdOf, verifySignature } from '../../../src/main/relay-client/received-webhook.ts';
import type { SalesPorts } from '../../../src/main/sales/sales-ports.ts';
import { createSalesService, type SalesService } from '../../../src/main/sales/sales-service.ts';
import { changedSecrets, keysInForce, readRetiredKeys, replacedKey } from '../../../src/main/settings/saved-secrets.ts';
import { PaymentData } from '../../../src/shared/wire/bill.ts';
import { Envelope } from '../../../src/shared/wire/fields.ts';
import { OrderResult } from '../../../src/shared/wire/order.ts';
import { bytesOf } from '../engine/chance.ts';
import { createLife, type Life } from '../engine/life.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { JournalFile } from './journal-file.ts';
import { counterIsTold, heardAnew } from './key-book.ts';
import type { Outside } from './outside.ts';
import type { ProviderSide } from './provider-side.ts';
import type { RelaySide } from './relay-side.ts';
import { type CounterDisk, watchedJournal } from './watched-journal.ts';

/** The shop's PC: its disk and clock last, its process does not. */
export interface CounterSide {
  /** null while it is down or not yet ready */
  counter(): SalesService | null;
  start(): Promise<void>;
  kill(awaits: number, downMs: number): void;
  /** a kill that has not come yet does not come */
  spare(): void;
  /** kills it at once and starts it anew */
  restart(): void;
  /** the owner enters a secret key, as soon as the counter is open; it trusts the one before for so long */
  tellKey(key: string, overlapMs: number): void;
  /** the machine woke up, or the network changed */
  wake(): void;
  /** kills it for good */
  stop(): void;
  jumpClock(ms: number): void;
  disk: CounterDisk;
}

/** How many of the starts after a kill open the file anew: it takes as long as half of a short history. */
const openedAnew = 0.25;
const mailboxKey = 'http://relay.test#shop';
const writeDownEveryMs = 10_000;
const relayWaitMs = 3000;
const rules = {
  timeZone: 'Asia/Jakarta',
  providerTimeZone: 'Asia/Jakarta',
  inquiryMinutes: 15,
  overdueMinutes: 10,
  billFee: 2500,
};

export function openCounter(
  world: Outside,
  parts: { file: JournalFile; provider: ProviderSide; relay: RelaySide; mutant: Mutant | null },
): CounterSide {
  const { schedule, chance, note, books } = world;
  const { file, relay, mutant } = parts;
  const disk: CounterDisk = { fullUntil: 0 };
  const secrets = memorySecrets({ secretKey: world.plan.keys.counter });
  let skewMs = 0;
  const now = (): number => world.plan.startsAt + schedule.now() + skewMs;
  let lives = 0;
  let running: { life: Life; counter: SalesService; listener: MailboxPoller } | null = null;
  /** the life that there is, ready or not */
  let latest: Life | null = null;
  const condemned = new WeakSet<Life>();

  const start = async (anew = false): Promise<void> => {
    if (latest?.alive() === true) return;
    lives += 1;
    if (lives > 1) mutant?.file?.(file.path);
    const own = chance.fork(`counter ${lives}`);
    const life = createLife(schedule, own, 0.2);
    latest = life;
    const bornAt = schedule.now();
    const random = bytesOf(own.fork('random'));
    let release = (): void => undefined;
    try {
      const real = await file.open(random, anew || (lives > 1 && own.fork('opening').happens(openedAnew)));
      release = () => void (mutant?.leavesLocked === true ? undefined : real.close());
      life.onKill(() => release());
      const watched = watchedJournal(world, life, disk, mutant?.belowJournal?.(real) ?? real);
      const journal = mutant?.journal?.(watched, life) ?? watched;
      const clock = {
        now,
        monotonic: () => schedule.now() - bornAt,
        sleep: (ms: number, signal?: AbortSignal) => life.hear(schedule.sleep(ms, signal)),
        after: (ms: number, run: () => void) => schedule.after(ms, () => life.alive() && run()),
        every: (ms: number, run: () => void) => schedule.every(ms, () => life.alive() && run()),
      };
      const heardLate = (outcome: TransportOutcome, { url, body }: TransportRequest): TransportOutcome => {
        if (outcome.kind !== 'lost' || !outcome.late) return outcome;
        const asked = new TextDecoder().decode(body);
        const sent = books.sent.find(({ saleId, operation }) =>
          asked.includes(operation === 'order' ? `/${saleId}"` : `"${books.sales.get(saleId)?.transactionId}"`),
        );
        const late = life.hear(outcome.late).then((came) => {
          if (sent && came.kind === 'answered' && isClear(came.body, url)) sent.heardLate = life.alive;
          note(() => `counter   hears a late answer: ${came.kind}`);
          return came;
        });
        return { ...outcome, late };
      };
      const transport = {
        exchange: async (request: Parameters<ProviderSide['transport']['exchange']>[0]) =>
          heardLate(await life.ask(() => parts.provider.transport.exchange(request)), request),
      };
      const client = createProvider({
        transport: mutant?.transport?.(transport) ?? transport,
        clock,
        baseUrl: 'http://provider.test/v1',
        headers: {},
        connectTimeoutMs: 10_000,
        answerTimeoutMs: 30_000,
        refusalCodes: [200, 400, 401, 403, 404, 422],
        lateAnswerMs: 5 * 60_000,
      });
      const toRelay = relay.mailboxFor(life);
      const mailbox = mutant?.mailbox?.(toRelay) ?? toRelay;
      const log = brokenParts(world);
      const secretKey = await secrets.read('secretKey');
      const retired = await readRetiredKeys(secrets);
      const keys = (): readonly string[] => {
        books.keys.counter.lookedAt = now();
        const inForce = keysInForce(secretKey, retired, now());
        return mutant?.keys?.(inForce, retired) ?? inForce;
      };
      let listener: MailboxPoller | null = null;
      const ports: SalesPorts = {
        journal,
        provider: mutant?.provider?.(client) ?? client,
        callbackUrl: (ref) => mailbox.callbackUrl(ref),
        isRelayLive: async () => listener?.pollNow(relayWaitMs) ?? false,
        ...(secretKey === null ? {} : { keyId: keyIdOf(secretKey) }),
        relayAheadMs: () => null,
        clock,
        random,
        rules: () => ({ ...rules, twoPeople: world.plan.twoPeople, shiftsRequired: false }),
        supervisor: () => life.ask(async () => 'ok' as const),
        secondPerson: () => life.ask(async () => 'ok' as const),
        publishSale: () => undefined,
        log,
      };
      const counter = mutant?.counter?.(createSalesService(ports), ports) ?? createSalesService(ports);
      await counter.recover();
      const began = now();
      const isSigned = (body: Uint8Array, signature: string | null): boolean =>
        verifySignature(body, signature, keys());
      await counter.reverifyWithRotatedKeys(isSigned, mailboxKey);
      heardAnew(books.keys, began, now());
      listener = createMailboxPoller({
        mailbox,
        readCursor: () => journal.cursor(mailboxKey),
        receiveWebhook: (heard, cursor) => counter.receiveWebhook(heard, { mailbox: mailboxKey, cursor }),
        onGap: (oldest) => counter.relayGap(mailboxKey, oldest),
        onUnverified: (webhooks) => counter.recordUnverified(webhooks),
        acks: {
          counter: real.id,
          known: () => journal.ackedPosition(mailboxKey),
          remember: (acked) => journal.saveAckedPosition(mailboxKey, acked),
          onOlderJournal: () =>
            world.step({ kind: 'broke', where: 'relay: acked further than the counter knows', fault: 'older journal' }),
        },
        keys: () => life.ask(async () => keys()),
        clock,
        random,
        log,
        onState: (state) => note(() => `counter   the relay is ${state}`),
      });
      running = { life, counter, listener };
      life.onKill(() => {
        running = null;
      });
      writeDownNowAndThen(counter, life);
      note(() => 'counter   is open');
      world.step({ kind: 'started', failed: null });
    } catch (error) {
      life.kill();
      release();
      note(() => `counter   does not start: ${String(error)}`);
      // On a full disk a start may fail: the next one comes when there is room.
      if (schedule.now() < disk.fullUntil) schedule.after(3000, () => void start());
      else world.step({ kind: 'started', failed: String(error) });
    }
  };

  /** As main/runtime/counter-runtime.ts does. */
  const writeDownNowAndThen = (counter: SalesService, life: Life): void => {
    schedule.after(writeDownEveryMs, () => {
      // No disk is full for longer than that.
      if (!life.alive() || schedule.now() > 5 * 60_000) return;
      if (counter.notWritten().count > 0) void counter.flushPendingWrites();
      writeDownNowAndThen(counter, life);
    });
  };

  /** As main/settings/settings-service.ts does it. Harsher: the real one waits for the answers that may still come. */
  const tellKey = (key: string, overlapMs: number): void => {
    if (!running) return void schedule.after(1000, () => tellKey(key, overlapMs));
    note(() => `owner     enters "${key}", the one before is good for ${overlapMs} ms`);
    const until = now() + overlapMs;
    counterIsTold(books.keys, key, until);
    const enter = async (): Promise<void> => {
      await secrets.write(await replacedKey(secrets, key, until));
      latest?.kill();
      await start();
    };
    return void enter();
  };

  return {
    disk,
    start: () => start(),
    counter: () => running?.counter ?? null,
    kill(awaits, downMs) {
      const doomed = latest;
      if (!doomed?.alive() || condemned.has(doomed)) return;
      condemned.add(doomed);
      doomed.onKill(() => {
        note(() => `counter   is killed, for ${downMs} ms`);
        schedule.after(downMs, () => void start());
      });
      doomed.killAfter(awaits);
    },
    spare: () => latest?.killAfter(null),
    restart() {
      latest?.kill();
      void start(true);
    },
    tellKey,
    wake: () => running?.listener.wake(),
    stop: () => latest?.kill(),
    jumpClock(ms) {
      skewMs += ms;
    },
  };
}

/** Whether an answer has everything that an outcome needs, whatever it is. */
function isClear(body: Uint8Array, url: string): boolean {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    const envelope = Envelope.safeParse(json).data;
    if (envelope?.status !== 'success') return false;
    return url.endsWith('/order')
      ? OrderResult.safeParse(envelope.data).success
      : PaymentData.safeParse(envelope.data).data?.data.customer_no?.startsWith('53') === true;
  } catch {
    return false;
  }
}

/** The machine's key store: it outlives every kill. */
function memorySecrets(atFirst: SecretChanges): Secrets {
  let kept = changedSecrets({}, atFirst);
  return {
    read: async (name) => kept[name] ?? null,
    write: async (changes) => {
      kept = changedSecrets(kept, changes);
    },
  };
}

/** What the counter complains of must be the disk's fault, never its own. */
function brokenParts(world: Outside): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error(what, facts) {
      world.note(() => `counter   complains: ${what} ${JSON.stringify(facts)}`);
      const fault = String(facts?.['fault']);
      if (!fault.startsWith('JournalFault')) world.step({ kind: 'broke', where: what, fault });
    },
  };
}
