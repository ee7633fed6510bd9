import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dispatch } from '../../../src/main/api/dispatch.ts';
import { createSerialQueue } from '../../../src/main/base/async.ts';
import type { SecretChanges, Secrets } from '../../../src/main/base/secrets.ts';
import type { Clock, Log, Transport, TransportOutcome, WorkerPool } from '../../../src/main/base/system.ts';
import { type CallHandler, CancelledError } from '../../../src/main/base/worker-pool.ts';
import { createBatchService } from '../../../src/main/batches/batch-service.ts';
import { openLiveConnection } from '../../../src/main/connection/connection.ts';
import { lockFolder } from '../../../src/main/db/open-database.ts';
import { openParkedSales } from '../../../src/main/parking/api.ts';
import type { HostPrinter } from '../../../src/main/printing/transports/transport.ts';
import type { AppParts } from '../../../src/main/runtime/counter-runtime.ts';
import type { App } from '../../../src/main/runtime/create-app.ts';
import { createApp } from '../../../src/main/runtime/create-app.ts';
import { databaseTaskHandler } from '../../../src/main/runtime/database-task-handler.ts';
import type { Claims } from '../../../src/main/sales/sales-ports.ts';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import { changedSecrets } from '../../../src/main/settings/live-config.ts';
import type { Result } from '../../../src/shared/contract/errors.ts';
import type { Output, ProcedureName, RawInput } from '../../../src/shared/contract/registry.ts';
import { Envelope } from '../../../src/shared/wire/fields.ts';
import { OrderResult, PaymentData } from '../../../src/shared/wire/provider.ts';
import { bytesOf, type Chance } from '../engine/chance.ts';
import { createLife, type Life } from '../engine/life.ts';
import { inNoTime } from '../engine/schedule.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { JournalFile } from './journal-file.ts';
import { recordCounterKey, replayQuarantined } from './key-book.ts';
import type { Outside } from './outside.ts';
import type { ProviderSide } from './provider-side.ts';
import type { RelaySide } from './relay-side.ts';
import { cashier, owner, type Staff, staff } from './staff.ts';
import { type CounterDisk, watchedJournal } from './watched-journal.ts';

/** Calls a procedure as a page does. Its result never comes once the process was killed. */
export type Call = <N extends ProcedureName>(name: N, input: RawInput<N>) => Promise<Result<Output<N>>>;

/** The shop's PC: its disk and clock last, its process does not. */
export interface CounterSide {
  /** null while it is down or not yet ready */
  call(): Call | null;
  start(): Promise<void>;
  kill(awaits: number, downMs: number): void;
  /** a kill that has not come yet does not come */
  spare(): void;
  /** kills it at once and starts it again */
  restart(): void;
  /** the owner saves a secret key, as soon as the counter is open; it trusts the one before for so long */
  enterKey(key: string, overlapMs: number): void;
  /** the key of its shop as text, as it is kept */
  shopKey(): Promise<string | null>;
  /** The owner signs in for some calls, as soon as nobody else does; null: it is not open. */
  asOwner<T>(work: (call: Call) => Promise<T>): Promise<T> | null;
  /** the machine woke up, or the network changed */
  wake(): void;
  /** copies its folder and its secrets */
  copyFolder(): void;
  /** kills it, has that copy take the folder's place, and starts it after so long; without a copy nothing happens */
  putBackFolder(downMs: number): void;
  /** kills it for good */
  stop(): void;
  jumpClock(ms: number): void;
  disk: CounterDisk;
}

/** How many of the starts after a kill open the file again: it takes as long as half of a short history. */
const openedAnew = 0.25;
/** How soon the owner tries again what was not saved. */
const saveAgainMs = 3000;

/** What the shop has set up. The provider's time limit is shorter than usual, so that it passes more often. */
const settingsOf = (twoPeople: boolean, mailbox: string) => ({
  provider: { url: 'https://provider.test/v1', answerTimeoutSeconds: 30 },
  relay: { url: 'https://relay.test', mailbox },
  billFee: 2500,
  twoPeople,
  autoPrint: true,
  printers: [
    { id: 'p1', name: 'Simulated', transport: { kind: 'system-graphic', name: 'p1', paper: '58' }, columns: 32 },
  ],
  defaultPrinter: 'p1',
});

/** One process: the app as a host serves it, until it is killed. */
interface Running {
  life: Life;
  app: App;
  call: Call;
  /** has somebody else sign in for some calls, one after the other, and the cashier again after that */
  as<T>(person: Staff, work: (call: Call) => Promise<T>): Promise<T>;
}

export function openCounter(
  world: Outside,
  parts: {
    file: JournalFile;
    provider: ProviderSide;
    relay: RelaySide;
    mutant: Mutant | null;
    /** as text; null: it is in no shop */
    shopKey?: string | null;
    role?: 'office';
  },
): CounterSide {
  const { schedule, chance, note, books } = world;
  const { file, relay, mutant } = parts;
  const disk: CounterDisk = { fullUntil: 0 };
  const store = keyStore({ secretKey: world.plan.keys.counter, peoplePins: staff.pins });
  let copied: {
    folder: ReturnType<JournalFile['copy']>;
    secrets: ReturnType<typeof store.copy>;
    sales: ReadonlySet<string>;
  } | null = null;
  let skewMs = 0;
  const now = (): number => world.plan.startsAt + schedule.now() + skewMs;
  let lives = 0;
  let running: Running | null = null;
  /** the life that there is, ready or not */
  let latest: Life | null = null;
  const condemned = new WeakSet<Life>();
  /** the key that the owner saves now, and until when the one before is trusted */
  let saving: { key: string; until: number } | null = null;

  /** Both lines leave by one network, to the host that is named in the address. */
  const lines = (life: Life): Transport => {
    const toRelay = mutant?.toRelay?.(relay.transportFor(life), relay.mailbox().id) ?? relay.transportFor(life);
    const real: Transport = {
      async exchange(request) {
        const outcome = await life.run(() => parts.provider.transport.exchange(request));
        if (outcome.kind !== 'lost' || !outcome.late) return outcome;
        const body = new TextDecoder().decode(request.body);
        const sent = books.sent.findLast(({ saleId, operation }) =>
          body.includes(operation === 'order' ? `/${saleId}"` : `"${books.sales.get(saleId)?.transactionId}"`),
        );
        const late = life.deliver(outcome.late).then((came): TransportOutcome => {
          // The connection was closed with the settings that it was made with.
          if (request.signal?.aborted === true) return { kind: 'lost', reason: 'given up' };
          if (sent && came.kind === 'answered' && isClear(came.body, request.url)) sent.answeredLate = life.alive;
          note(() => `counter   gets a late answer: ${came.kind}`);
          return came;
        });
        return { ...outcome, late };
      },
    };
    const toProvider = mutant?.transport?.(real) ?? real;
    return {
      exchange: (request) => (request.url.startsWith('https://relay.test/') ? toRelay : toProvider).exchange(request),
    };
  };

  const asMutated = (real: Claims | null): Claims | null => real && (mutant?.claims?.(real) ?? real);

  /** The shipped parts, watched, ended with their process, and with the planted bug in them. */
  const partsFor = (life: Life, own: Chance, isAnew: boolean): AppParts => ({
    openParkedSales(deps) {
      const real = openParkedSales(deps);
      return mutant?.parked?.(real) ?? real;
    },
    async lockFolder(...args) {
      const lock = await lockFolder(...args);
      if (lock) life.onKill(() => lock.release());
      return lock;
    },
    async openDatabase(options) {
      books.runs += 1;
      const real = await file.open(options, isAnew || (lives > 1 && own.fork('opening').happens(openedAnew)));
      life.onKill(() => void (mutant?.leavesLocked === true ? undefined : real.close()));
      const watched = watchedJournal(world, life, disk, mutant?.belowJournal?.(real) ?? real);
      return mutant?.db?.(watched, life) ?? watched;
    },
    openConnection(system, config, changed, role) {
      if (saving && saving.key === config.secretKey) {
        recordCounterKey(books.keys, saving.key, saving.until);
        saving = null;
      }
      const real = openLiveConnection(system, config, changed, role);
      const { provider, mailbox } = real;
      return {
        ...real,
        provider: provider && (mutant?.provider?.(provider) ?? provider),
        mailbox: mailbox && (mutant?.mailbox?.(mailbox) ?? mailbox),
        keys() {
          books.keys.counter.lookedAt = now();
          return mutant?.keys?.(real.keys(), config.retiredKeys) ?? real.keys();
        },
      };
    },
    createSales(basePorts) {
      const ports = mutant?.claims
        ? { ...basePorts, claims: () => asMutated(basePorts.claims?.() ?? null) }
        : basePorts;
      const sales = mutant?.counter?.(createSalesService(ports), ports) ?? createSalesService(ports);
      return {
        ...sales,
        async reverifyWithRotatedKeys(isSigned, mailbox) {
          const began = now();
          const count = await sales.reverifyWithRotatedKeys(isSigned, mailbox);
          replayQuarantined(books.keys, began, now());
          return count;
        },
        foundOlderDatabase() {
          const where = 'relay: acked further than the counter knows';
          world.step({ kind: 'broke', where, fault: 'older journal' });
          sales.foundOlderDatabase();
        },
      };
    },
    createBatches(deps) {
      const real = createBatchService(deps);
      return mutant?.batches?.(real) ?? real;
    },
    derivePin: staff.derivePin,
  });

  const run = async (life: Life, own: Chance, isAnew: boolean): Promise<Running> => {
    const bornAt = schedule.now();
    const clock: Clock = {
      now,
      monotonic: () => schedule.now() - bornAt,
      sleep: (ms, signal) => life.deliver(schedule.sleep(ms, signal)),
      after: (ms, work) => schedule.after(ms, () => life.alive() && work()),
      every: (ms, work) => schedule.every(ms, () => life.alive() && work()),
    };
    const random = bytesOf(own.fork('random'));
    const log = brokenParts(world, life);
    const transport = lines(life);
    const app = await createApp(
      {
        clock,
        random,
        network: {
          transport: () => transport,
          picture: () => life.run(async () => null),
          addresses: () => 'eth0 192.168.1.2',
        },
        workers: inlineWorkers(life, databaseTaskHandler({ clock, random })),
      },
      {
        dataDir: file.dataDir,
        env: {},
        secrets: {
          read: (name) => store.read(name),
          write: (changes) => life.run(() => store.write(changes)),
        },
        printer: simulatedPrinter(world, life, own.fork('printer')),
        log,
        version: '0.0.0-simulated',
        ...(parts.role ? { role: parts.role } : {}),
      },
      partsFor(life, own, isAnew),
    );
    let relayState = '';
    app.follow((event) => {
      if (event.type !== 'status' || event.status.relay.state === relayState) return;
      relayState = event.status.relay.state;
      note(() => `counter   the relay is ${relayState}`);
    });
    // The registry's schemas give the value its type: `dispatch` serves any name.
    const call: Call = (name, input) =>
      life.deliver(dispatch(app.handlers, name, input, log)) as ReturnType<Call> as never;
    const signIn = async ({ id, pin }: Staff): Promise<void> => {
      const signedIn = await call('people.signIn', { id, pin });
      if (!signedIn.ok) world.step({ kind: 'broke', where: 'people.signIn', fault: signedIn.error.message });
    };
    await signIn(cashier);
    const turns = createSerialQueue();
    return {
      life,
      app,
      call,
      as: (person, work) =>
        turns(async () => {
          await signIn(person);
          const result = await work(call);
          await signIn(cashier);
          return result;
        }),
    };
  };

  const start = async (isAnew = false): Promise<void> => {
    if (latest?.alive() === true) return;
    lives += 1;
    if (lives === 1) {
      // Its journal knows the shop's people already, and is no counter's.
      if (parts.role === 'office') mkdirSync(join(file.dataDir, 'office'));
      const { id, token } = relay.mailbox();
      writeFileSync(join(file.dataDir, 'settings.json'), JSON.stringify(settingsOf(world.plan.twoPeople, id)));
      await store.write({ relayToken: token, ...(parts.shopKey ? { shopKey: parts.shopKey } : {}) });
    } else mutant?.file?.(file.path);
    const own = chance.fork(`counter ${lives}`);
    const life = createLife(schedule, own, 0.2);
    latest = life;
    try {
      const opened = await run(life, own, isAnew);
      if (!life.alive()) return;
      running = opened;
      life.onKill(() => {
        running = null;
      });
      eraseSomebody(world, opened, own.fork('erasing'));
      note(() => 'counter   is open');
      world.step({ kind: 'started', failed: null });
    } catch (error) {
      life.kill();
      note(() => `counter   does not start: ${String(error)}`);
      // On a full disk a start may fail: the next one comes when there is room.
      if (schedule.now() < disk.fullUntil) schedule.after(3000, () => void start());
      else world.step({ kind: 'started', failed: String(error) });
    }
  };

  /** Where it was not saved, or the counter was killed over it, the owner saves it once more. */
  const enterKey = (key: string, overlapMs: number): void => {
    if (!running) return void schedule.after(1000, () => enterKey(key, overlapMs));
    const { life, as } = running;
    note(() => `owner     enters "${key}", the one before is good for ${overlapMs} ms`);
    const until = now() + overlapMs;
    let isSaved = false;
    const again = (): void => void (isSaved || schedule.after(saveAgainMs, () => enterKey(key, overlapMs)));
    life.onKill(again);
    const save = async (): Promise<void> => {
      const secrets = { secretKey: key, retireOldKeyAt: new Date(until).toISOString() };
      const saved = await as(owner, (call) => {
        saving = { key, until };
        return call('settings.save', { secrets, pin: owner.pin });
      });
      if (saved.ok) {
        isSaved = true;
        if (books.keys.counter.inUse === key) return;
        world.step({ kind: 'broke', where: 'settings.save', fault: 'the saved key is not in force' });
        return;
      }
      note(() => `owner     cannot save the key: ${saved.error.code} ${saved.error.message}`);
      // What is open no longer after a failure is started again by hand.
      if (saved.error.code === 'internal') restart();
      else again();
    };
    save().catch((error: unknown) => world.step({ kind: 'broke', where: 'settings.save', fault: String(error) }));
  };

  const restart = (): void => {
    latest?.kill();
    void start(true);
  };

  return {
    disk,
    start: () => start(),
    call: () => running?.call ?? null,
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
    restart,
    enterKey,
    shopKey: () => store.read('shopKey'),
    asOwner: (work) => running?.as(owner, work) ?? null,
    wake: () => running?.app.wake(),
    copyFolder() {
      copied = { folder: file.copy(), secrets: store.copy(), sales: new Set(world.books.sales.keys()) };
    },
    putBackFolder(downMs) {
      if (copied === null) return;
      world.olderFolder?.(copied.sales);
      latest?.kill();
      file.putBack(copied.folder);
      store.putBack(copied.secrets);
      schedule.after(downMs, () => void start(true));
    },
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
function keyStore(atFirst: SecretChanges) {
  let content = changedSecrets({}, atFirst);
  const secrets: Secrets = {
    read: async (name) => content[name] ?? null,
    write: async (changes) => {
      content = changedSecrets(content, changes);
    },
  };
  return {
    ...secrets,
    copy: () => content,
    putBack(then: typeof content): void {
      content = then;
    },
  };
}

/** What the counter complains of must be the disk's fault, never its own. */
function brokenParts(world: Outside, life: Life): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error(message, facts) {
      if (!life.alive()) return;
      world.note(() => `counter   complains: ${message} ${JSON.stringify(facts)}`);
      const fault = String(facts?.['fault'] ?? facts?.['error']);
      if (!fault.startsWith('DatabaseError')) world.step({ kind: 'broke', where: message, fault });
    },
  };
}

/** Threads whose work is done at once, in this one. */
function inlineWorkers(life: Life, handler: CallHandler): WorkerPool {
  return {
    start: () => ({
      call: (input, { signal, onProgress } = {}) =>
        life.run(() => {
          const answer = handler(input, {
            throwIfCancelled() {
              if (signal?.aborted === true) throw new CancelledError();
            },
            progress: (value) => onProgress?.(value),
          });
          return inNoTime(Promise.resolve(answer));
        }),
      ended: () => false,
      stop: async () => undefined,
    }),
  };
}

const slipMs = 600;

/** The host's printer: now and then it takes nothing, or goes off in the middle of a slip. */
function simulatedPrinter({ schedule, note }: Outside, life: Life, chance: Chance): HostPrinter {
  return {
    async print() {
      const lot = chance.next();
      if (lot < 0.1) return { kind: 'failed', reason: 'unreachable' };
      await life.deliver(schedule.sleep(slipMs));
      const kind = lot < 0.15 ? 'unknown' : 'handed_over';
      note(() => `printer   a slip: ${kind}`);
      return { kind };
    },
  };
}

/** Some owners have the data of a customer erased who bought before. */
function eraseSomebody({ schedule, books, note }: Outside, { life, as }: Running, chance: Chance): void {
  if (!chance.happens(0.3)) return;
  schedule.after(chance.between(20_000, 120_000), () => {
    const customers = [...new Set([...books.sales.values()].map(({ customerNo }) => customerNo))];
    if (!life.alive() || customers.length === 0) return;
    const customerNo = chance.pick(customers);
    const reason = 'asked by the customer';
    void as(owner, (call) =>
      call('customers.erase', { customerNo, readBack: customerNo, reason, pin: owner.pin }),
    ).then((erased) => note(() => `owner     has ${customerNo} erased: ${erased.ok ? 'ok' : erased.error.code}`));
  });
}
