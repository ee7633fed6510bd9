import { backupFolder } from '../../../src/main/backup/catalog.ts';
import type { SecretChanges, Secrets } from '../../../src/main/base/secrets.ts';
import type { Log, Network, TransportOutcome, TransportRequest, WorkerPool } from '../../../src/main/base/system.ts';
import { type CallHandler, CancelledError } from '../../../src/main/base/worker-pool.ts';
import { customerDigest } from '../../../src/main/db/customer-digest.ts';
import { openPrintService } from '../../../src/main/printing/print-service.ts';
import type { Printers } from '../../../src/main/printing/printers.ts';
import { slipOf } from '../../../src/main/printing/slip.ts';
import type { PrinterTransport, SendOutcome } from '../../../src/main/printing/transports/transport.ts';
import type { KeyRing } from '../../../src/main/proofs/key-ring.ts';
import { createProvider } from '../../../src/main/provider/client.ts';
import { type CounterRuntime, openRuntime } from '../../../src/main/runtime/counter-runtime.ts';
import { databaseTaskHandler } from '../../../src/main/runtime/database-task-handler.ts';
import { createSalesService, type SalesService } from '../../../src/main/sales/sales-service.ts';
import { changedSecrets, keysInForce, readRetiredKeys, replacedKey } from '../../../src/main/settings/live-config.ts';
import { Settings } from '../../../src/shared/contract/settings.ts';
import { shippedNumberPlan } from '../../../src/shared/domain/number-fit.ts';
import { PrinterSetting } from '../../../src/shared/domain/printer.ts';
import { PaymentData } from '../../../src/shared/wire/bill.ts';
import { Envelope } from '../../../src/shared/wire/fields.ts';
import { OrderResult } from '../../../src/shared/wire/order.ts';
import { bytesOf, type Chance } from '../engine/chance.ts';
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

const settings = Settings.parse({ autoPrint: true });
/** The machine's key store outlives every start, and so does the key in it. */
const digest = customerDigest(new Uint8Array(32));
const noProofKeys: KeyRing = {
  signer: async () => null,
  known: async () => [],
  find: async () => null,
  add: () => Promise.reject(new Error('nobody adds a terminal')),
  remove: async () => 'not_there',
};
/** The two connections are made of parts that know the line; nothing else of the counter asks for one. */
const network: Network = {
  transport() {
    throw new Error('there is no other line');
  },
  addresses: () => 'eth0 192.168.1.2',
};

/** How many of the starts after a kill open the file anew: it takes as long as half of a short history. */
const openedAnew = 0.25;
const mailboxKey = 'http://relay.test#shop';
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
  let running: { life: Life; runtime: CounterRuntime } | null = null;
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
      const log = brokenParts(world, life);
      const secretKey = await secrets.read('secretKey');
      const retired = await readRetiredKeys(secrets);
      const keys = (): readonly string[] => {
        books.keys.counter.lookedAt = now();
        const inForce = keysInForce(secretKey, retired, now());
        return mutant?.keys?.(inForce, retired) ?? inForce;
      };
      let shown = '';
      const runtime: CounterRuntime = await openRuntime({
        system: { clock, random, network, workers: inlineWorkers(life, databaseTaskHandler({ clock, random })) },
        mode: 'live',
        folder: file.folder,
        journalPath: file.path,
        headFile: null,
        backupFolder: () => backupFolder(file.folder, null),
        customerDigest: digest,
        autoPrint: () => true,
        async openDatabase(ask) {
          const real = await file.open(ask, anew || (lives > 1 && own.fork('opening').happens(openedAnew)));
          release = () => void (mutant?.leavesLocked === true ? undefined : real.close());
          life.onKill(() => release());
          const watched = watchedJournal(world, life, disk, mutant?.belowJournal?.(real) ?? real);
          return mutant?.journal?.(watched, life) ?? watched;
        },
        createSales(ports) {
          const sales = mutant?.counter?.(createSalesService(ports), ports) ?? createSalesService(ports);
          return {
            ...sales,
            async reverifyWithRotatedKeys(isSigned, mailbox) {
              const began = now();
              const found = await sales.reverifyWithRotatedKeys(isSigned, mailbox);
              heardAnew(books.keys, began, now());
              return found;
            },
          };
        },
        connection: {
          provider: mutant?.provider?.(client) ?? client,
          mailbox,
          mailboxKey,
          keys,
          verificationKeys: () => ({
            present: secretKey === null ? [] : [secretKey],
            retired: retired.map(({ key }) => key),
          }),
          missing: [],
          providerSeen: () => ({ state: 'not_configured', at: null }),
          clockAheadMs: () => null,
          close: async () => undefined,
        },
        rules: () => ({
          ...rules,
          twoPeople: world.plan.twoPeople,
          shiftsRequired: false,
          numberPlan: shippedNumberPlan,
        }),
        supervisor: () => life.ask(async () => 'ok' as const),
        secondPerson: () => life.ask(async () => 'ok' as const),
        localTime: (at) => at.slice(0, 19),
        maskAfterDays: () => null,
        backupEncryption: async () => ({ encrypt: false, passphrase: null }),
        forgetStatements: async () => undefined,
        openPrints: (opening) =>
          openPrintService({
            ports: opening.ports,
            printers: simulatedPrinters(world, life, own.fork('printer')),
            host: { print: async () => ({ kind: 'failed', reason: 'no host' }) },
            settings: () => settings,
            slipOf: (sale, copy) =>
              slipOf(sale, copy, { runtime: () => opening, settings: () => settings, proofKeys: noProofKeys }),
            slipWords: () => ({ ...settings, training: false }),
            publish: () => undefined,
            statusChanged: () => undefined,
          }),
        providerOnLoopback: false,
        olderJournal: () =>
          world.step({ kind: 'broke', where: 'relay: acked further than the counter knows', fault: 'older journal' }),
        publish: () => undefined,
        statusChanged() {
          const { state } = running?.runtime.relay() ?? { state: '' };
          if (state !== shown && state !== '') note(() => `counter   the relay is ${state}`);
          shown = state;
        },
        log,
      });
      if (!life.alive()) return;
      running = { life, runtime };
      life.onKill(() => {
        running = null;
      });
      eraseSomebody(world, life, own.fork('erasing'), runtime);
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
    counter: () => running?.runtime.counter ?? null,
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
    wake: () => running?.runtime.wake(),
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
function brokenParts(world: Outside, life: Life): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error(what, facts) {
      if (!life.alive()) return;
      world.note(() => `counter   complains: ${what} ${JSON.stringify(facts)}`);
      const fault = String(facts?.['fault'] ?? facts?.['error']);
      if (!fault.startsWith('JournalFault')) world.step({ kind: 'broke', where: what, fault });
    },
  };
}

/** Threads whose work is done at once, in this one. */
function inlineWorkers(life: Life, handler: CallHandler): WorkerPool {
  return {
    start: () => ({
      call: (input, { signal, onProgress } = {}) =>
        life.ask(async () =>
          handler(input, {
            throwIfCancelled() {
              if (signal?.aborted === true) throw new CancelledError();
            },
            progress: (value) => onProgress?.(value),
          }),
        ),
      ended: () => false,
      stop: async () => undefined,
    }),
  };
}

const printer = PrinterSetting.parse({
  id: 'p1',
  name: 'Simulated',
  // Never opened: the transport below is used instead.
  transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
  columns: 32,
});
const slipMs = 600;

/** One printer: now and then it cannot be reached, or goes off in the middle of a slip. */
function simulatedPrinters({ schedule, note }: Outside, life: Life, chance: Chance): Printers {
  const transport: PrinterTransport = {
    async send(_payload, beforeSend) {
      const lot = chance.next();
      if (lot < 0.1) return { kind: 'blocked', reason: 'unreachable' };
      await beforeSend();
      await life.hear(schedule.sleep(slipMs));
      const outcome: SendOutcome =
        lot < 0.15 ? { kind: 'unknown', reason: 'connection_lost' } : { kind: 'sent', confirmed: true };
      note(() => `printer   a slip: ${outcome.kind}`);
      return outcome;
    },
  };
  return { setting: () => printer, defaultPrinter: () => printer, transport: () => transport };
}

/** Some owners have the data of a customer erased who bought before. */
function eraseSomebody({ schedule, books, note }: Outside, life: Life, chance: Chance, runtime: CounterRuntime): void {
  if (!chance.happens(0.3)) return;
  schedule.after(chance.between(20_000, 120_000), () => {
    const customers = [...new Set([...books.sales.values()].map(({ customerNo }) => customerNo))];
    if (!life.alive() || customers.length === 0) return;
    const customerNo = chance.pick(customers);
    runtime.erasing.erase({ customerNo, note: 'asked by the customer' }).then(
      ({ kind }) => note(() => `owner     has ${customerNo} erased: ${kind}`),
      (error: unknown) => note(() => `owner     cannot have ${customerNo} erased: ${String(error)}`),
    );
  });
}
