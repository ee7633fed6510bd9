import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import { type BackupScheduler, createBackupScheduler, listBackups, type SchedulerDeps } from '../backup/index.ts';

import { type CatalogueSync, openCatalogue } from '../catalogue/index.ts';
import { type Connection, createRelayTestReceiver, type RelayTestReceiver } from '../connection/index.ts';
import { type ErasureWorker, startErasureWorker } from '../customers/index.ts';
import { createTaskRunner, type RunTask } from '../db/database-tasks.ts';
import { unfinishedFiles } from '../files/index.ts';
import { createLedgerRebuild, type LedgerRebuild } from '../ledger/index.ts';
import type { PrintPorts, PrintService } from '../printing/index.ts';
import { logOutcomes } from '../provider/index.ts';
import {
  createMailboxPoller,
  keyIdOf,
  type MailboxPoller,
  relayStatus,
  verifySignature,
} from '../relay-client/index.ts';
import { createSalesService, type SalesPorts, type SalesRules, type SalesService, shopDay } from '../sales/index.ts';
import type { SearchService } from '../search/index.ts';
import { openRuntimeDatabase, type RuntimeDatabaseOptions, type ShopDatabase } from './shop-database.ts';

/** One counter at work: a database, a connection, and the ear at the relay. Training and live are two worlds. */
export interface CounterRuntime {
  mode: 'training' | 'live';
  journal: ShopDatabase;
  /** its file */
  journalPath: string;
  /** searches it beside the seller's thread */
  searchService: SearchService;
  counter: SalesService;
  /** what a sale is amended with, for things beside selling */
  ports: PrintPorts;
  connection: Connection;
  prints: PrintService;
  ledgerRebuild: LedgerRebuild;
  erasing: ErasureWorker;
  catalogue: CatalogueSync;
  relay(): Status['relay'];
  /** hears the webhooks by which the relay is tried */
  relayTestReceiver: RelayTestReceiver;
  wake(): void;
  /** null in training */
  backup: BackupScheduler | null;
  /** @param last the program ends: what is in no copy yet is copied, where that is quickly done */
  close(last?: boolean): Promise<void>;
}

export interface RuntimeOptions extends RuntimeDatabaseOptions {
  connection: Connection;
  rules(): SalesRules;
  supervisor: SalesPorts['supervisor'];
  secondPerson: SalesPorts['secondPerson'];
  /** by the shop's clock */
  localTime(at: string): string;
  /** after so many days customers' data is masked; null: never */
  maskAfterDays(): number | null;
  backupEncryption: SchedulerDeps['encryption'];
  /** see FileDialogs */
  forgetStatements(): Promise<void>;
  /** puts the print queue on what the world keeps */
  openPrints(runtime: Pick<CounterRuntime, 'mode' | 'journal' | 'ports'>): Promise<PrintService>;
  /** the provider runs on this machine */
  providerOnLoopback: boolean;
  /** The relay says that the journal is an older copy: it had read this mailbox further than to the cursor. Called until it is open anew. */
  olderJournal(mailbox: string, cursor: string): void;
  /** createSalesService, unless the simulation plants a bug in it */
  createSales?: typeof createSalesService;
  publish(event: KonterEvent): void;
  /** something that status() shows has changed */
  statusChanged(): void;
}

/** An order that is pressed while polls fail waits this long for one that succeeds. */
const relayWaitMs = 3000;
const writeDownEveryMs = 10_000;
/** The program's end waits no longer for a copy: the one of the last hour is there. */
const lastCopyMs = 5000;

/** Tells no more than whether it is the same. */
const digestOf = (name: string): string => hash('sha256', name).slice(0, 16);

export async function openRuntime(options: RuntimeOptions): Promise<CounterRuntime> {
  const { mode, connection, log } = options;
  const { clock, random } = options.system;
  const runTask = createTaskRunner(options.system);
  const provider = connection.provider && logOutcomes(connection.provider, log);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  unfinishedFiles(options.folder).clean();
  let catalogue: CatalogueSync | null = null;
  const { journal, searchService } = await openRuntimeDatabase(
    options,
    (code) => void catalogue?.publishItems([code]).catch(() => undefined),
  ).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  let prints: PrintService | null = null;
  try {
    let listener: MailboxPoller | null = null;
    const relayTestReceiver = createRelayTestReceiver();
    const { mailbox, mailboxKey } = connection;
    const [key] = connection.keys();
    const ports: PrintPorts = {
      journal,
      provider,
      callbackUrl: mailbox ? (ref) => mailbox.callbackUrl(ref) : null,
      isRelayLive: async () => listener?.pollNow(relayWaitMs) ?? false,
      firstPoll: async () => listener?.firstPoll(relayWaitMs),
      ...(connection.providerId === undefined ? {} : { providerId: connection.providerId }),
      ...(mailbox ? { mailboxId: digestOf(mailboxKey) } : {}),
      ...(key === undefined ? {} : { keyId: keyIdOf(key) }),
      relayAheadMs: () => connection.clockAheadMs(),
      clock,
      random,
      rules: options.rules,
      supervisor: options.supervisor,
      secondPerson: options.secondPerson,
      publishSale(sale) {
        options.publish({ type: 'transaction', transaction: sale });
        options.statusChanged();
        if (sale.state === 'success') prints?.drainAutoPrints();
      },
      log,
    };
    const counter = (options.createSales ?? createSalesService)(ports);
    const recovered = await counter.recover();
    if (recovered > 0) log.warn('sales were found in sending and are unknown now', { count: recovered });
    const isSigned = (body: Uint8Array, signature: string | null): boolean =>
      verifySignature(body, signature, connection.keys());
    await counter.reverifyWithRotatedKeys(isSigned, mailbox ? mailboxKey : undefined);
    const desk = await options.openPrints({ mode, journal, ports });
    prints = desk;
    desk.drainAutoPrints();
    const olderJournal = async (): Promise<void> => {
      counter.foundOlderDatabase();
      options.statusChanged();
      const cursor = await journal.cursor(mailboxKey);
      if (cursor !== null) options.olderJournal(mailboxKey, cursor);
    };
    if (mailbox) {
      listener = createMailboxPoller({
        mailbox,
        readCursor: () => journal.cursor(mailboxKey),
        receiveWebhook: async (received, cursor) =>
          relayTestReceiver.takes(received)
            ? 'passed_over'
            : counter.receiveWebhook(received, { mailbox: mailboxKey, cursor }),
        onGap: (oldest) => counter.relayGap(mailboxKey, oldest),
        onUnverified: (webhooks) => counter.recordUnverified(webhooks),
        acks: {
          counter: digestOf(`konter counter ${journal.id}`),
          known: () => journal.ackedPosition(mailboxKey),
          remember: (acked) => journal.saveAckedPosition(mailboxKey, acked),
          onOlderJournal: () => void olderJournal().catch(() => log.error('the cursor could not be read')),
        },
        keys: () => Promise.resolve(connection.keys()),
        clock,
        random,
        log,
        onState: () => options.statusChanged(),
      });
    }
    // An answer that the disk did not take is tried again, also where nobody presses anything.
    const stopWriting = clock.every(writeDownEveryMs, () => {
      if (counter.notWritten().count > 0) void counter.flushPendingWrites().finally(options.statusChanged);
    });
    const backup = mode === 'live' ? keepBackups(options, journal, runTask) : null;
    const ledgerRebuild = createLedgerRebuild(journal, clock, log);
    ledgerRebuild.start();
    const erasing = startErasureWorker({
      runTask,
      journal,
      journalPath: options.journalPath,
      folder: options.folder,
      listCopies: listBackups,
      copies: () => (mode === 'live' ? options.backupFolder().path : null),
      searchService,
      maskAfterDays: options.maskAfterDays,
      forgetStatements: options.forgetStatements,
      today: () => shopDay(ports),
      clock,
      log,
      publishSale: (sale) => options.publish({ type: 'transaction', transaction: sale }),
    });
    const keeper = await openCatalogue({
      ...options,
      journal,
      provider,
      loopback: options.providerOnLoopback,
      timeZone: () => options.rules().timeZone,
      clock,
      random,
    });
    catalogue = keeper;
    return {
      mode,
      journal,
      journalPath: options.journalPath,
      searchService,
      backup,
      counter,
      ports,
      connection,
      prints: desk,
      ledgerRebuild,
      erasing,
      catalogue: keeper,
      relay: () => relayStatus(listener),
      relayTestReceiver,
      wake() {
        listener?.wake();
        keeper.startNightlyRefreshIfDue();
      },
      async close(last = false) {
        stopWriting();
        await listener?.stop();
        await keeper.stop();
        if (counter.notWritten().count > 0) await counter.flushPendingWrites();
        await desk.stop();
        await ledgerRebuild.stop();
        await erasing.stop(last);
        if (last) await backup?.finish(lastCopyMs);
        else await backup?.stop();
        await searchService.close();
        await journal.close();
        await connection.close();
      },
    };
  } catch (error) {
    await prints?.stop();
    await catalogue?.stop();
    await searchService.close();
    await journal.close();
    await connection.close();
    throw error;
  }
}

function keepBackups(options: RuntimeOptions, journal: ShopDatabase, runTask: RunTask): BackupScheduler {
  return createBackupScheduler({
    runTask,
    journal,
    journalPath: options.journalPath,
    liveFolder: options.folder,
    headFile: options.headFile,
    folder: options.backupFolder,
    encryption: options.backupEncryption,
    localTime: options.localTime,
    clock: options.system.clock,
    log: options.log,
    changed: options.statusChanged,
  });
}
