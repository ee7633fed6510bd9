import { shareNext } from '../../../server/async.ts';
import type { Clock, ErrorReporter } from '../../../server/ports.ts';
import { DatabaseAway, untilDone, withinMs } from '../../core/away.ts';
import type {
  MailboxCredentials,
  NewWebhook,
  Store,
  StoreListener,
  VariantOutcome,
  WebhookVariant,
} from '../../core/store.ts';
import type { OpenStore } from '../store.ts';
import type { SpooledWebhook, SpoolFile } from './spool-file.ts';

/** How long the database may take; together they, and the disk, are less than the second in which a webhook is answered. */
const lookUpMs = 200;
const appendMs = 500;
/** After a lookup that failed the cached answer counts for so long. */
const lookUpAgainMs = 500;
const openAgainMs = { first: 500, max: 5_000 };
const moveAgainMs = { first: 200, max: 2_000 };
const maxMoved = 500;
/** no directory has it: what is cached before the database was reached is stale as soon as it is */
const noVersion = -1;

interface Deps {
  spool: SpoolFile;
  clock: Clock;
  errors: ErrorReporter;
  /** whether the database refuses what it was asked, and would refuse it again; else it is away */
  isRefusal: (error: unknown) => boolean;
  /** whether a failure says that it does not answer */
  isAway: (error: unknown) => boolean;
}

/**
 * A store that takes webhooks while its database is away, hangs, only reads or refuses: they go into the spool, and from there, in their
 * order, into the database when it is back. Until then polls of their mailboxes fail, so that no counter takes the relay for live.
 * What comes meanwhile waits behind them. A webhook that is in both after a crash is one: the database knows its fingerprint.
 */
class Spooling {
  readonly #deps: Deps;
  /** null: it was not opened yet */
  #opened: Store | null = null;
  #lastVersion = noVersion;
  /** that of the keys at hand; read in part, or never, they are read once more with the next look at the version */
  #rememberedVersion = noVersion;
  /** reads the keys of all mailboxes; null: there is no database yet */
  #rememberKeys: (() => Promise<void>) | null = null;
  #lookUpsAgainAt = Number.NEGATIVE_INFINITY;
  #listener: { listener: StoreListener; errors: ErrorReporter } | null = null;
  #stopMoving: (() => void) | null = null;
  #stopOpening: (() => void) | null = null;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The database. Throws DatabaseAway before it was opened. */
  readonly opened = (): Store => {
    if (this.#opened === null) throw new DatabaseAway('the database was not reached since the start');
    return this.#opened;
  };

  /** The database is open. What waits for it is moved into it from now on. */
  attach({ store, mailboxes }: OpenStore): void {
    const { clock } = this.#deps;
    this.#opened = store;
    if (this.#listener) store.subscribe(this.#listener.listener, this.#listener.errors);
    // What was asked for meanwhile looks again.
    this.#listener?.listener.onShopChange('any');
    this.#moveSoon();
    this.#rememberKeys = shareNext(clock.soon, async () => {
      // Before the keys: what is changed while they are read has a later one.
      const version = await store.directoryVersion();
      const all = await mailboxes.listMailboxes(new Date(clock.now()).toISOString());
      for (const { id } of all) {
        if (this.#isClosed) return;
        this.#remember(id, await store.findMailbox(id));
      }
      this.#rememberedVersion = version;
    });
    this.#rememberSoon();
  }

  /** Keeps the keys of all mailboxes at hand for the time when the database is away, as they are after the last change. */
  #rememberSoon(): void {
    this.#rememberKeys?.().catch((error: unknown) => {
      if (!this.#isClosed) this.#deps.errors.report('the keys of mailboxes could not be read', error);
    });
  }

  /** The database is away. It is opened as soon as it answers. */
  attachLater(open: () => Promise<OpenStore>): void {
    const { clock, errors } = this.#deps;
    const attach = async (): Promise<void> => {
      const opened = await open();
      if (this.#isClosed) await opened.store.close();
      else this.attach(opened);
    };
    this.#stopOpening = untilDone(clock, openAgainMs, attach, (error) =>
      errors.report('the database is away still', error),
    );
  }

  #remember(mailbox: string, credentials: MailboxCredentials | null): void {
    try {
      this.#deps.spool.remember(mailbox, credentials);
    } catch (error) {
      this.#deps.errors.report('the keys of a mailbox could not be kept in the spool', error);
    }
  }

  subscribe(listener: StoreListener, errors: ErrorReporter): void {
    this.#listener = { listener, errors };
    this.#opened?.subscribe(listener, errors);
  }

  findMailbox(id: string): Promise<MailboxCredentials | null> {
    const { spool } = this.#deps;
    return this.#lookUp(
      async (store) => {
        const credentials = await store.findMailbox(id);
        this.#remember(id, credentials);
        return credentials;
      },
      () => {
        const credentials = spool.credentialsOf(id);
        if (credentials === null) throw new DatabaseAway('the keys of the mailbox are not at hand');
        return credentials;
      },
    );
  }

  directoryVersion(): Promise<number> {
    return this.#lookUp(
      async (store) => {
        const version = await store.directoryVersion();
        this.#lastVersion = version;
        if (version !== this.#rememberedVersion) this.#rememberSoon();
        return version;
      },
      () => this.#lastVersion,
    );
  }

  async #lookUp<Answer>(look: (store: Store) => Promise<Answer>, cached: () => Answer): Promise<Answer> {
    const { clock, isRefusal } = this.#deps;
    const now = clock.now();
    // A clock that is set back makes it look.
    const isTooSoon = now < this.#lookUpsAgainAt && now > this.#lookUpsAgainAt - 2 * lookUpAgainMs;
    if (this.#opened === null || isTooSoon) return cached();
    try {
      return await withinMs(clock, lookUpMs, look(this.#opened));
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.#lookUpsAgainAt = clock.now() + lookUpAgainMs;
      return cached();
    }
  }

  append(webhooks: readonly NewWebhook[]): Promise<number> {
    return this.#take(
      (store) => store.append(webhooks),
      (spool) => spool.append(webhooks),
    );
  }

  appendVariants(variants: readonly WebhookVariant[]): Promise<VariantOutcome[]> {
    return this.#take(
      (store) => store.appendVariants(variants),
      (spool) => spool.appendVariants(variants),
    );
  }

  /** Into the database, or behind those that wait for it. */
  async #take<Answer>(store: (store: Store) => Promise<Answer>, wait: (spool: SpoolFile) => Answer): Promise<Answer> {
    const { spool, clock, isRefusal } = this.#deps;
    if (this.#opened !== null && !spool.isWaiting()) {
      try {
        return await withinMs(clock, appendMs, store(this.#opened));
      } catch (error) {
        // It may be stored all the same; then it is not stored again.
        if (isRefusal(error)) throw error;
      }
    }
    const answer = wait(spool);
    this.#moveSoon();
    return answer;
  }

  #moveSoon(): void {
    const { clock, errors, spool } = this.#deps;
    if (this.#stopMoving !== null || this.#isClosed || this.#opened === null || !spool.isWaiting()) return;
    let reported: string | null = null;
    this.#stopMoving = untilDone(
      clock,
      moveAgainMs,
      () => this.#move(this.opened()),
      (error) => {
        const message = String(error);
        if (message !== reported) errors.report('webhooks wait in the spool for the database', error);
        reported = message;
      },
    );
  }

  /** Ends when nothing waits. */
  async #move(store: Store): Promise<void> {
    const { spool } = this.#deps;
    while (!this.#isClosed) {
      const waiting = spool.oldest(maxMoved);
      const [first] = waiting;
      if (first === undefined) break;
      // Those of one kind that follow each other: their order stays.
      const end = waiting.findIndex((one) => (one.signedBody === null) !== (first.signedBody === null));
      const some = end === -1 ? waiting : waiting.slice(0, end);
      await this.#moveTogether(store, some);
      const mailboxes = [...new Set(some.map(({ mailbox }) => mailbox))];
      this.#listener?.listener.onWebhooks(mailboxes);
    }
    this.#stopMoving = null;
  }

  async #moveTogether(store: Store, some: readonly SpooledWebhook[]): Promise<void> {
    const { spool, isRefusal, errors } = this.#deps;
    try {
      await put(store, some);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [first] = some;
      if (first === undefined || this.#isClosed) return;
      if (some.length === 1) {
        errors.report('the database refuses a webhook of the spool, which stays there', error);
        spool.markRefused(first);
        return;
      }
      // One of them is refused: the others go on, in their order.
      for (const one of some) await this.#moveTogether(store, [one]);
      return;
    }
    if (!this.#isClosed) spool.remove(some);
  }

  async readPage(...input: Parameters<Store['readPage']>): ReturnType<Store['readPage']> {
    const store = this.opened();
    const [mailbox] = input;
    const page = await store.readPage(...input);
    if (this.#deps.spool.isWaiting(mailbox)) throw new DatabaseAway('webhooks of the mailbox wait in the spool');
    return page;
  }

  abandon(): void {
    this.#opened?.abandon?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopMoving?.();
    this.#stopOpening?.();
    await this.#opened?.close();
    this.#deps.spool.close();
  }
}

async function put(store: Store, webhooks: readonly SpooledWebhook[]): Promise<void> {
  const variants = webhooks.flatMap(({ signedBody, ...webhook }) =>
    signedBody === null ? [] : { ...webhook, signedBody },
  );
  if (variants.length > 0) await store.appendVariants(variants);
  else await store.append(webhooks);
}

/** How a method of a store is run that has no other way while the database is away. */
type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Each method calls that of the source at the time of the call; where there is no source, it rejects.
 * @param own methods in the place of the source's
 */
function forwarding<T extends object>(source: () => T, run: Run, own: Partial<T> = {}): T {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a proxy is what it stands for
  return new Proxy(own as T, {
    get: (target, name) =>
      name in target
        ? Reflect.get(target, name)
        : (...input: unknown[]) =>
            run(async () => {
              const at = source();
              const method: unknown = Reflect.get(at, name);
              if (typeof method !== 'function') throw new TypeError(`the store has no ${String(name)}`);
              return Reflect.apply(method, at, input);
            }),
  });
}

/** A store over a spool. Its database is attached when it is open. */
export function createSpooledStore(deps: Deps): { store: Store } & Pick<Spooling, 'attach' | 'attachLater'> {
  const spooling = new Spooling(deps);
  const { opened } = spooling;
  const run: Run = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw deps.isAway(error) ? new DatabaseAway('the database does not answer', { cause: error }) : error;
    }
  };
  const own: Partial<Store> = {
    get epoch() {
      return opened().epoch;
    },
    subscribe: (...input) => spooling.subscribe(...input),
    findMailbox: (id) => spooling.findMailbox(id),
    directoryVersion: () => spooling.directoryVersion(),
    append: (webhooks) => spooling.append(webhooks),
    appendVariants: (variants) => spooling.appendVariants(variants),
    readPage: (...input) => run(() => spooling.readPage(...input)),
    shippedLog: forwarding(() => opened().shippedLog, run),
    office: forwarding(() => opened().office, run),
    notices: forwarding(() => opened().notices, run),
    abandon: () => spooling.abandon(),
    close: () => spooling.close(),
  };
  return {
    store: forwarding(opened, run, own),
    attach: (database) => spooling.attach(database),
    attachLater: (open) => spooling.attachLater(open),
  };
}
