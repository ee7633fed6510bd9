import { mkdir } from 'node:fs/promises';
import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import {
  type BackupFolder,
  type BackupScheduler,
  backupFolder,
  createBackupScheduler,
  listBackups,
} from '../backup/index.ts';
import type { foldersOf } from '../base/data-dir.ts';
import type { Role } from '../base/role.ts';
import type { Secrets } from '../base/secrets.ts';
import { isoNow, type Log, type System, shopDay } from '../base/system.ts';
import { type BatchService, createBatchService } from '../batches/index.ts';
import { type CatalogueSync, openCatalogue } from '../catalogue/index.ts';
import {
  type Connection,
  createRelayTestReceiver,
  openLiveConnection,
  type RelayTestReceiver,
} from '../connection/index.ts';
import { type ErasureWorker, readCustomerDigest, type ShopDigest, startErasureWorker } from '../customers/index.ts';
import { createTaskRunner } from '../db/database-tasks.ts';
import { lockFolder } from '../db/open-database.ts';
import type { Head } from '../db/sales-store.ts';
import { type FileDialogs, unfinishedFiles } from '../files/index.ts';
import { createLedgerRebuild, type LedgerRebuild } from '../ledger/index.ts';
import { type LogShipping, startLogShipping } from '../log-shipping/index.ts';
import { followOffice, type Office, openOffice, type Publishing } from '../office/index.ts';
import { openParkedSales, type ParkedSales } from '../parking/index.ts';
import {
  type HostPrinter,
  openPrintService,
  type Printers,
  type PrintPorts,
  type PrintService,
  slipOf,
} from '../printing/index.ts';
import type { KeyRing } from '../proofs/index.ts';
import { logOutcomes } from '../provider/index.ts';
import { keyIdOf, type MailboxPoller, relayStatus, verifySignature } from '../relay-client/index.ts';
import { createSalesService, type SalesService } from '../sales/index.ts';
import type { SearchService } from '../search/index.ts';
import { checkSecretsReadable, counterRules, isOnLoopback, type ShopSettings } from '../settings/index.ts';
import type { OneShop } from '../shop/index.ts';
import { derivePin, resetForgottenPin, type StaffService } from '../staff/index.ts';
import { openTraining, type PracticePrinter, stockPractice } from '../training/index.ts';
import { digestOf, openOneShop, type RelaySide, startNotices, startPoller } from './relay-side.ts';
import { openRuntimeDatabase, openShopDatabase, type ShopDatabase, shopDatabase } from './shop-database.ts';

/** One counter at work: a database, a connection and the poller of its mailbox. Training and live share none of them. */
export interface CounterRuntime {
  mode: 'training' | 'live';
  journal: ShopDatabase;
  /** its file */
  journalPath: string;
  /** searches it beside the seller's thread */
  searchService: SearchService;
  counter: SalesService;
  /** several sales that are paid together */
  batches: BatchService;
  /** updates sales for features outside selling */
  ports: PrintPorts;
  connection: Connection;
  prints: PrintService;
  ledgerRebuild: LedgerRebuild;
  erasing: ErasureWorker;
  parked: ParkedSales;
  catalogue: CatalogueSync;
  relay(): Status['relay'];
  /** the other counters of the shop; null without a relay, as in training */
  oneShop: OneShop | null;
  /** the counters of the shop; null at a counter */
  office: Office | null;
  /** what the office of the shop publishes; null without a relay, as in training */
  publishing: Publishing | null;
  /** ships the log to the relay; null without a relay, as in training */
  shipping: LogShipping | null;
  /** receives the webhooks of relay tests */
  relayTestReceiver: RelayTestReceiver;
  /** Asks the relay what it says of the shop now; resolves when that is known here, or it was silent. */
  refreshShop(): Promise<void>;
  wake(): void;
  /** null in training */
  backup: BackupScheduler | null;
  /** @param last the program ends: a last backup is made where that is quickly done */
  close(last?: boolean): Promise<void>;
}

/** Parts that the simulation watches, ends with their process, or plants a bug in. */
export const shippedParts = {
  openParkedSales,
  lockFolder,
  openDatabase: openShopDatabase,
  openConnection: openLiveConnection,
  createSales: createSalesService,
  createBatches: createBatchService,
  derivePin,
};
export type AppParts = typeof shippedParts;

/** Outlives a switch between training and live. */
export interface RuntimeDeps {
  role: Role;
  system: System;
  parts: AppParts;
  folders: ReturnType<typeof foldersOf>;
  shop: ShopSettings;
  secrets: Secrets;
  people: StaffService;
  /** the shop's own */
  printers: Printers;
  practicePrinter: PracticePrinter;
  practicePace: number;
  host: HostPrinter;
  places: FileDialogs | null;
  proofKeys: KeyRing;
  log: Log;
  /**
   * The relay reports that the live database is an older copy: it had acknowledged this mailbox further than to the cursor, or has
   * shipped that event. Called until the database is opened again.
   */
  olderJournal(shown: { mailbox: string; cursor: string } | { head: Head }): void;
  publish(event: KonterEvent): void;
  /** something that the status shows has changed */
  statusChanged(): void;
}

/** An order that is pressed while polls fail waits this long for one that succeeds. */
const relayWaitMs = 3000;
const flushIntervalMs = 10_000;
/** How long the program's end waits for a last backup: there is one of the last hour. */
const lastBackupMs = 5000;

/** Opens the counter in one mode. Parts are closed in reverse order, also when a later part cannot be opened. */
export async function openRuntime(mode: CounterRuntime['mode'], deps: RuntimeDeps): Promise<CounterRuntime> {
  const { system, parts, folders, shop, secrets, people, practicePrinter, log, publish, statusChanged } = deps;
  const { clock, random } = system;
  const isLive = mode === 'live';
  const isOffice = deps.role === 'office';
  const { folder, journal: journalPath } = folders[mode];
  const settings = (): Settings => shop.config().settings;
  const backups = (): BackupFolder => backupFolder(folders.live.folder, settings().backup.folder);
  const publishSale = (transaction: Parameters<PrintPorts['publishSale']>[0]): void =>
    publish({ type: 'transaction', transaction });
  const runTask = createTaskRunner(system);
  practicePrinter.put('away');
  const printers = isLive ? deps.printers : practicePrinter.among(deps.printers);
  let catalogue: CatalogueSync | null = null;
  let prints: PrintService | null = null;
  let poller: MailboxPoller | null = null;
  let shipping: LogShipping | null = null;
  let office: Office | null = null;

  const closers: ((last: boolean) => void | Promise<void>)[] = [];
  const close = async (last = false): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer(last);
  };
  try {
    const connection = isLive
      ? parts.openConnection(system, shop.config(), statusChanged, deps.role)
      : await openTraining({ system, folder, pace: deps.practicePace, log, changed: statusChanged });
    closers.push(connection.close);
    const { mailbox, mailboxKey } = connection;
    const [key] = connection.keys();
    const provider = connection.provider && logOutcomes(connection.provider, log);

    await mkdir(folder, { recursive: true, mode: 0o700 });
    unfinishedFiles(folder).clean();
    const { journal, searchService } = await openRuntimeDatabase({
      system,
      mode,
      folder,
      journalPath,
      headFile: folders.headFile,
      backupFolder: backups,
      // Training recognises no erased customer, and stores no key.
      customerDigest: isLive ? await readCustomerDigest(secrets, random, log) : null,
      autoPrint: () => settings().autoPrint && printers.defaultPrinter() !== null,
      onCatalogueItem: (code) => void catalogue?.publishItems([code]).catch(() => undefined),
      openDatabase: parts.openDatabase,
      log,
    });
    closers.push(() => journal.close(), searchService.close);
    await people.openDirectory(journal.people, mode);
    await resetForgottenPin(folders.forgottenPin, people, journal.people, { at: isoNow(clock), log }).catch(() =>
      // Money that is not settled must be reachable, whether or not this can be done.
      log.error('the file for a forgotten PIN could not be answered'),
    );

    const side: RelaySide = { connection, journal, clock, random, log, statusChanged };
    const { oneShop, compareClaims } = await openOneShop(side, {
      secrets,
      mailbox: settings().relay.mailbox ?? '',
      role: deps.role,
      ports: () => ports,
      shipping: () => shipping,
    });
    const { membership = null, claims = null } = oneShop ?? {};
    if (claims) closers.push(claims.stop);
    const ports: PrintPorts = {
      journal,
      provider,
      callbackUrl: mailbox ? (ref) => mailbox.callbackUrl(ref) : null,
      claims: () => (claims && membership?.shop() ? claims : null),
      isRelayLive: async () => poller?.pollNow(relayWaitMs) ?? false,
      isMailboxTaken: () => poller?.isTaken() ?? false,
      firstPoll: async () => poller?.firstPoll(relayWaitMs),
      ...(connection.providerId === undefined ? {} : { providerId: connection.providerId }),
      ...(mailbox ? { mailboxId: digestOf(mailboxKey) } : {}),
      ...(key === undefined ? {} : { keyId: keyIdOf(key) }),
      relayAheadMs: () => connection.clockAheadMs(),
      clock,
      random,
      rules: () => counterRules(settings(), mode),
      supervisor: (pin) => people.pin.check(pin),
      secondPerson: (pin) => people.secondPin.check(pin),
      publishSale(sale) {
        publishSale(sale);
        claims?.onSale(sale);
        statusChanged();
        if (sale.state === 'success') prints?.drainAutoPrints();
      },
      log,
    };
    const counter = parts.createSales(ports);
    const recovered = await counter.recover();
    if (recovered > 0) log.warn('sales were found in sending and are unknown now', { count: recovered });
    await counter.reverifyWithRotatedKeys(
      (body, signature) => verifySignature(body, signature, connection.keys()),
      mailbox ? mailboxKey : undefined,
    );

    const batches = parts.createBatches({
      ports: { ...ports, journal },
      sales: counter,
      publish: (batch) => publish({ type: 'batch', batch }),
      statusChanged,
    });
    const backup = isLive
      ? createBackupScheduler({
          runTask,
          journal,
          journalPath,
          liveFolder: folder,
          headFile: folders.headFile,
          folder: backups,
          encryption: async () => ({
            encrypt: settings().backup.encrypt,
            passphrase: await secrets.read('backupPassphrase').catch(() => null),
          }),
          localTime(at) {
            const { day, time } = wallClock(Date.parse(at), settings().timeZone);
            return `${day}T${time}`;
          },
          clock,
          log,
          changed: statusChanged,
        })
      : null;
    closers.push((last) => (last ? backup?.finish(lastBackupMs) : backup?.stop()));
    const parked = parts.openParkedSales({
      folder,
      clock,
      random,
      publish: (sales) => publish({ type: 'parking', parked: sales }),
    });
    const shopDigests = (): readonly ShopDigest[] => membership?.erasureDigests() ?? [];
    // Without a relay no other clock is known; the practice relay has this machine's.
    const clockAheadMs = (): number | null => (isLive && mailbox ? connection.clockAheadMs() : 0);
    const erasing = startErasureWorker({
      runTask,
      journal,
      journalPath,
      folder,
      listCopies: listBackups,
      copies: () => (isLive ? backups().path : null),
      searchService,
      // Erasures without the stored key could never be recognised again.
      maskAfterDays: () => (isLive && checkSecretsReadable(shop.config()) === null ? settings().maskAfterDays : null),
      clockAheadMs,
      forgetStatements: async () => deps.places?.forgetStatements?.(),
      parked,
      today: () => shopDay(ports),
      clock,
      log,
      publishSale,
      eraseAtRelay: async (names, signal) => (mailbox && poller?.isLive() ? mailbox.erase(names, signal) : null),
      shopDigests,
      async postNotices() {
        office?.erase();
        await notices?.post();
      },
      random,
    });
    closers.push(erasing.stop);
    const followed = followOffice({
      secrets,
      journal,
      people,
      publishItems: async (codes) => catalogue?.publishItems(codes),
      clock,
      log,
    });
    const notices =
      oneShop &&
      startNotices(side, oneShop, {
        follow() {
          erasing.follow();
          office?.erase();
        },
        followed,
      });
    if (notices) closers.push(notices.stop);
    const ledgerRebuild = createLedgerRebuild(journal, clock, log);
    ledgerRebuild.start();
    closers.push(ledgerRebuild.stop);

    const printService = await openPrintService({
      ports,
      printers,
      host: deps.host,
      settings,
      slipOf: (sale, copy) =>
        slipOf(sale, copy, { runtime: () => ({ mode, journal }), settings, proofKeys: deps.proofKeys }),
      slipWords: () => ({ ...settings(), training: !isLive }),
      publish,
      statusChanged,
    });
    prints = printService;
    closers.push(printService.stop, () => (counter.notWritten().count > 0 ? counter.flushPendingWrites() : undefined));
    printService.drainAutoPrints();

    const sync = await openCatalogue({
      journal,
      provider,
      mode,
      folder,
      loopback: isLive && isOnLoopback(settings().provider.url),
      proxy: isLive ? settings().provider.proxy : null,
      timeZone: () => settings().timeZone,
      network: system.network,
      clock,
      random,
      log,
      publish,
    });
    catalogue = sync;
    closers.push(sync.stop);

    const relayTestReceiver = createRelayTestReceiver();
    poller = startPoller(side, {
      counter,
      relayTestReceiver,
      oneShop,
      notices,
      erasing,
      compareClaims,
      shipping: () => shipping,
      olderJournal(shown) {
        if (isLive) deps.olderJournal(shown);
      },
    });
    closers.push(() => poller?.stop());
    shipping =
      connection.shippedLog === undefined || isOffice
        ? null
        : startLogShipping({
            relayUntil: connection.shippedLog,
            logKey: () => membership?.shop()?.key?.derive('log') ?? null,
            journalPath,
            folder,
            runTask,
            onOlderJournal(head) {
              counter.foundOlderDatabase();
              statusChanged();
              deps.olderJournal({ head });
            },
            relayAheadMs: () => clockAheadMs() ?? 0,
            clock,
            random,
            log,
          });
    if (shipping) closers.push(shipping.stop);
    office = isOffice
      ? await openOffice({
          system,
          relay: connection.office ?? null,
          logKey: () => membership?.shop()?.key?.derive('log') ?? null,
          folder: folders.office,
          over: (db) => shopDatabase({ db, random, release: () => undefined }),
          erasures: {
            known: journal.shopErasures.known,
            digests: shopDigests,
            aheadMs: () => clockAheadMs() ?? 0,
            open: (path) => openShopDatabase({ path, random }),
            runTask,
          },
          addProducts: (items) => journal.catalogue.addMissing(items, isoNow(clock)),
          overdueMs: () => settings().overdueMinutes * 60_000,
          publish,
          statusChanged,
          log,
        })
      : null;
    if (office) closers.push(office.stop);
    // Retries a write that the disk refused, also while nobody uses the counter.
    closers.push(
      clock.every(flushIntervalMs, () => {
        if (counter.notWritten().count > 0) void counter.flushPendingWrites().finally(statusChanged);
      }),
    );
    if (!isLive) await stockPractice(counter, journal, clock.now());
    return {
      mode,
      journal,
      journalPath,
      searchService,
      counter,
      batches,
      ports,
      connection,
      prints: printService,
      ledgerRebuild,
      erasing,
      parked,
      catalogue: sync,
      relay: () => relayStatus(poller),
      oneShop,
      office,
      publishing: membership && notices ? { membership, notices, followed } : null,
      shipping,
      relayTestReceiver,
      async refreshShop() {
        await poller?.refresh(relayWaitMs);
        await membership?.settled();
      },
      wake() {
        poller?.wake();
        sync.startNightlyRefreshIfDue();
      },
      backup,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
