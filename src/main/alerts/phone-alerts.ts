import type { AlertOutcome, AlertsView } from '../../shared/contract/alerts.ts';
import { Backoff } from '../base/background-loop.ts';
import type { JsonFile } from '../base/json-file.ts';
import { type Clock, errorName, isoNow, type Log } from '../base/system.ts';
import type { AlertFact, AlertFacts } from './alert-facts.ts';
import type { Bot } from './telegram.ts';

/** How the owner's phone is reached, and since when: what happened before is not reported. */
export interface SavedBot extends Bot {
  /** milliseconds since 1970 */
  since: number;
}

interface Deps {
  bot: SavedBot | null;
  readFacts(since: number): Promise<AlertFacts>;
  message(facts: readonly AlertFact[]): string;
  trial(): string;
  send(bot: Bot, text: string, signal: AbortSignal): Promise<AlertOutcome>;
  /** keys of the facts that were sent and may still hold */
  file: JsonFile<string[]>;
  clock: Clock;
  log: Log;
}

const lookMs = 60_000;
/** What happens meanwhile is one message. */
const quietMs = 5 * 60_000;
const maxPauseMs = 15 * 60_000;

/**
 * Sends each fact once, while it holds: what has ended meanwhile is not sent, so that nothing old waits for the line. A message that got no
 * answer may have arrived, and is sent again.
 */
export class PhoneAlerts {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #backoff = new Backoff(lookMs, maxPauseMs);
  readonly #stopTimer: () => void;
  #bot: SavedBot | null;
  #sentKeys: readonly string[];
  #last: AlertsView['last'] = null;
  #working: Promise<void> | null = null;
  /** on the monotonic clock */
  #nextAt = 0;

  private constructor(deps: Deps, sentKeys: readonly string[]) {
    this.#deps = deps;
    this.#bot = deps.bot;
    this.#sentKeys = sentKeys;
    this.#nextAt = deps.clock.monotonic();
    this.#stopTimer = deps.clock.every(lookMs, () => this.#look());
  }

  static async open(deps: Deps): Promise<PhoneAlerts> {
    return new PhoneAlerts(deps, (await deps.file.read()) ?? []);
  }

  async stop(): Promise<void> {
    this.#stopTimer();
    this.#closing.abort();
    await this.settled();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#working;
  }

  bot(): SavedBot | null {
    return this.#bot;
  }

  view(): AlertsView {
    return { bot: this.#bot && { chat: this.#bot.chat, url: this.#bot.url }, last: this.#last };
  }

  /** Goes on with another bot, or none. Another phone has got nothing yet, and one that was off is not up to date: both get what holds. */
  async use(bot: SavedBot | null): Promise<void> {
    const isOtherPhone = bot?.chat !== this.#bot?.chat;
    this.#bot = bot;
    this.#last = null;
    this.#backoff.reset();
    this.#nextAt = this.#deps.clock.monotonic();
    if (!isOtherPhone) return;
    await this.#remember([]).catch((error: unknown) =>
      this.#deps.log.error('the list of sent alerts cannot be written', { fault: errorName(error) }),
    );
  }

  /** A trial message, at once. Null: there is no bot. */
  async try(): Promise<AlertOutcome | null> {
    return this.#bot && this.#send(this.#bot, this.#deps.trial());
  }

  #look(): void {
    const bot = this.#bot;
    if (bot === null || this.#working !== null || this.#deps.clock.monotonic() < this.#nextAt) return;
    this.#working = this.#say(bot)
      .catch((error: unknown) =>
        this.#deps.log.error('the counters could not be read for alerts', { fault: errorName(error) }),
      )
      .finally(() => {
        this.#working = null;
      });
  }

  async #say(bot: SavedBot): Promise<void> {
    const { readFacts, message, clock } = this.#deps;
    const { holding, isKnown } = await readFacts(bot.since);
    const keys = new Set(holding.map(({ key }) => key));
    // What has ended is sent again when it begins again. Of a counter that was not read, it is unknown.
    const still = this.#sentKeys.filter((key) => keys.has(key) || !isKnown(key));
    const fresh = holding.filter(({ key }) => !this.#sentKeys.includes(key));
    const isSent = fresh.length > 0 && (await this.#send(bot, message(fresh))) === 'sent';
    if (fresh.length > 0) this.#nextAt = clock.monotonic() + (isSent ? quietMs : this.#backoff.next());
    if (isSent) this.#backoff.reset();
    // What was sent to a phone that was exchanged meanwhile says nothing of the other one.
    if (bot.chat !== this.#bot?.chat) return;
    await this.#remember([...still, ...(isSent ? fresh.map(({ key }) => key) : [])]);
  }

  async #send(bot: Bot, text: string): Promise<AlertOutcome> {
    const { send, clock, log } = this.#deps;
    const outcome = await send(bot, text, this.#closing.signal);
    if (outcome !== 'sent' && outcome !== this.#last?.outcome) log.warn('an alert could not be sent', { outcome });
    // Of a bot that was exchanged meanwhile.
    if (bot === this.#bot) this.#last = { outcome, at: isoNow(clock) };
    return outcome;
  }

  async #remember(sentKeys: readonly string[]): Promise<void> {
    const isSame = sentKeys.length === this.#sentKeys.length && sentKeys.every((key, at) => key === this.#sentKeys[at]);
    // First: a full disk must not have the same sent each minute.
    this.#sentKeys = sentKeys;
    if (!isSame) await this.#deps.file.write([...sentKeys]);
  }
}
