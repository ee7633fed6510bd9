import { mkdir } from 'node:fs/promises';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Status } from '../../shared/contract/status.ts';
import { type Counter, createCounter } from '../counter/counter.ts';
import type { CounterPorts, CounterRules } from '../counter/ports.ts';
import { openJournal } from '../journal/open.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { createListener, type Listener } from '../relay/listener.ts';
import type { Connection } from './connection.ts';
import { relayStatus } from './relay-status.ts';
import { systemClock } from './system/clock.ts';
import { systemRandom } from './system/random.ts';

/** One counter at work: a database, a connection, and the ear at the relay. Training and live are two worlds. */
export interface World {
  mode: 'training' | 'live';
  journal: Journal;
  counter: Counter;
  /** what a sale is amended with, for things beside selling */
  ports: CounterPorts;
  connection: Connection;
  relay(): Status['relay'];
  wake(): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  mode: 'training' | 'live';
  folder: string;
  journalPath: string;
  connection: Connection;
  rules(): CounterRules;
  supervisor: CounterPorts['supervisor'];
  log: Log;
  tell(event: KonterEvent): void;
  /** something that status() shows has changed */
  statusChanged(): void;
}

/** An order needs a poll that succeeded this recently (design: orders need ears). */
const earsMs = 60_000;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { mode, connection, log } = options;
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const journal = await openJournal({ path: options.journalPath, random: systemRandom });
  try {
    let listener: Listener | null = null;
    const hears = (): boolean => {
      const last = listener?.lastPolledAt() ?? null;
      return last !== null && systemClock.monotonic() - last.monotonic < earsMs;
    };
    const { mailbox, mailboxKey } = connection;
    const ports: CounterPorts = {
      journal,
      provider: connection.provider,
      callbackUrl: mailbox ? (ref) => mailbox.callbackUrl(ref) : null,
      hears,
      clock: systemClock,
      random: systemRandom,
      rules: options.rules,
      supervisor: options.supervisor,
      announce(sale) {
        options.tell({ type: 'transaction', transaction: sale });
        options.statusChanged();
      },
      log,
    };
    const counter = createCounter(ports);
    const recovered = await counter.recover();
    if (recovered > 0) log.warn('sales were found in sending and are unknown now', { count: recovered });
    if (mailbox) {
      listener = createListener({
        mailbox,
        readCursor: () => journal.cursor(mailboxKey),
        hear: (heard, cursor) => counter.hear(heard, { mailbox: mailboxKey, cursor }),
        onGap: (oldest) => counter.relayGap(mailboxKey, oldest),
        keys: () => Promise.resolve(connection.keys()),
        clock: systemClock,
        random: systemRandom,
        log,
        onState: options.statusChanged,
      });
    }
    return {
      mode,
      journal,
      counter,
      ports,
      connection,
      relay: () => relayStatus(listener, hears()),
      wake: () => listener?.wake(),
      async close() {
        await listener?.stop();
        await journal.close();
        await connection.close();
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
