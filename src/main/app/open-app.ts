import { mkdir } from 'node:fs/promises';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { faulting } from '../journal/fault.ts';
import { lockFolder } from '../journal/folder-lock.ts';
import { diskFiles } from '../journal/restore/files.ts';
import { finishSwap } from '../journal/restore/swap.ts';
import { JournalFault } from '../ports/journal.ts';
import type { App, AppOptions } from './app.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { placesOf } from './backup/restore.ts';
import { readCustomerDigest } from './customers/customer-key.ts';
import { createTaskDesk } from './files/task-desk.ts';
import { foldersOf } from './folders.ts';
import { createHandlers } from './handlers/handlers.ts';
import { createInFlight } from './in-flight.ts';
import { openLiveConnection } from './live-connection.ts';
import { openPrintDesk } from './printing/desk.ts';
import { createPrinters } from './printing/printers.ts';
import { createKeyRing } from './proof/key-ring.ts';
import { openTerminalsFile } from './proof/terminals-file.ts';
import { readEnvironment } from './settings/environment.ts';
import { openSettingsFile } from './settings/file.ts';
import { createPinLock } from './settings/pin-lock.ts';
import { openShopSettings } from './settings/shop-settings.ts';
import { watchSleep } from './sleep-watch.ts';
import { slipOf } from './slip-of.ts';
import { startMode } from './start-mode.ts';
import { createStatusTeller } from './status-teller.ts';
import { systemClock } from './system/clock.ts';
import { stockPractice } from './training/first-products.ts';
import { openTraining } from './training/open-training.ts';
import { openWorld, type World } from './world.ts';

/** A copy that is still stopping gets this long to let go of the folder. */
const lockWaitMs = 10_000;
/** What is being sent gets this long to be answered before the program ends; the rest is unknown at the next start. */
const stopWaitMs = 8_000;
/** A change of the connection can wait for any answer that may still come: longer than the longest time-outs together. */
const reopenWaitMs = 10 * 60_000;

/**
 * Opens the counter on a folder, for either host.
 * Rejects with EnvironmentFault when a variable is wrong, and with JournalFault when the folder or its database cannot be
 * used ("locked": another copy runs on it).
 */
export async function openApp(options: AppOptions): Promise<App> {
  const env = readEnvironment(options.env);
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(options.dataDir, { waitMs: lockWaitMs, clock: systemClock });
  if (!lock) throw new JournalFault('locked', 'Another Konter runs on this folder.');
  try {
    return await openLocked(options, env, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  options: AppOptions,
  env: ReturnType<typeof readEnvironment>,
  letGo: () => void,
): Promise<App> {
  const { dataDir, secrets, log } = options;
  const folders = foldersOf(dataDir);
  const livePlaces = placesOf(folders.live.folder);
  // A restore that was cut short is finished before anything looks for a database.
  faulting(() => finishSwap(livePlaces, diskFiles));
  const inFlight = createInFlight();
  const listeners = new Set<(event: KonterEvent) => void>();
  const tell = (event: KonterEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // A page that cannot hear must not stop a sale half-way.
        log.error('a listener failed', { event: event.type });
      }
    }
  };
  let world: World;
  const inTraining = (): boolean => world.mode === 'training';
  const pin = createPinLock(secrets, systemClock, 'supervisorPin', inTraining);
  const secondPin = createPinLock(secrets, systemClock, 'secondPin', inTraining);
  const file = openSettingsFile(folders.settings, log);
  const shop = await openShopSettings({ file, env, secrets, clock: systemClock, pin, secondPin });

  const settings = (): Settings => shop.config().settings;
  const printers = createPrinters(settings, options.printer);
  const proofKeys = createKeyRing({
    secrets,
    file: openTerminalsFile(folders.proofTerminals, log),
    clock: systemClock,
    log,
  });

  const teller = createStatusTeller(() => world, options.version, pin, tell);
  const open = async (mode: 'training' | 'live'): Promise<World> => {
    const place = folders[mode];
    const opened = await openWorld({
      mode,
      folder: place.folder,
      journalPath: place.journal,
      connection:
        mode === 'live'
          ? openLiveConnection(shop.config(), () => teller.changed())
          : await openTraining(place.folder, log, () => teller.changed()),
      rules() {
        const { settings } = shop.config();
        const { timeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople } = settings;
        const providerTimeZone = settings.provider.timeZone;
        const shiftsRequired = mode === 'live' && settings.shiftsRequired;
        return { timeZone, providerTimeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople, shiftsRequired };
      },
      supervisor: (given) => pin.check(given),
      secondPerson: (given) => secondPin.check(given),
      backupFolder: () => backupFolder(folders.live.folder, shop.config().settings.backup.folder),
      localTime(at) {
        const { day, time } = wallClock(Date.parse(at), shop.config().settings.timeZone);
        return `${day}T${time}`;
      },
      // Practice knows nobody, and leaves no key behind.
      customerDigest: mode === 'live' ? await readCustomerDigest(secrets, log) : null,
      maskAfterDays: () => (mode === 'live' ? settings().maskAfterDays : null),
      openPrints: (opening) =>
        openPrintDesk({
          ports: opening.ports,
          printers,
          host: options.printer,
          settings,
          slipOf: (sale, copy) => slipOf(sale, copy, { world: () => opening, settings, proofKeys }),
          slipWords: () => ({ ...settings(), training: mode === 'training' }),
          tell,
          statusChanged: () => teller.changed(),
        }),
      autoPrint: () => settings().autoPrint && printers.usual() !== null,
      log,
      tell,
      statusChanged: () => teller.changed(),
    });
    if (mode === 'training') await stockPractice(opened.counter, opened.journal, systemClock.now());
    return opened;
  };

  world = await open(startMode({ liveSettings: shop.config().touched, liveJournal: folders.hasLiveJournal() }));
  log.info('the counter is open', { mode: world.mode });

  const stopWatching = watchSleep(systemClock, () => world.wake());
  let closing: Promise<void> | null = null;
  const stopping = Promise.withResolvers<void>();
  /** one after the other: each closes what the one before has opened */
  let reopened: Promise<void> = Promise.resolve();
  let reopening = 0;
  const reopenNow = async (mode: 'training' | 'live', meanwhile?: () => void): Promise<void> => {
    const before = world.mode;
    await Promise.race([inFlight.settled(reopenWaitMs), stopping.promise]);
    // The program's end waits for nobody's answer that long: it closes what is open now.
    if (closing !== null) {
      if (meanwhile) throw new JournalFault('closed', 'The program ends.');
      return;
    }
    // What only this world remembers would be gone with it, and selling would go on as if nothing had been said.
    await world.counter.writeDown();
    if (world.counter.notWritten().count > 0) throw new JournalFault('other', 'An answer is only in memory.');
    await tasks.stop();
    await world.close();
    meanwhile?.();
    world = await open(mode).catch(async (error: unknown) => {
      // What was there before is better than nothing at all.
      world = await open(before);
      throw error;
    });
    if (mode !== before || meanwhile) tell({ type: 'reload' });
  };
  const reopen = async (mode: 'training' | 'live', meanwhile?: () => void): Promise<void> => {
    reopening += 1;
    const mine = reopened
      .then(() => reopenNow(mode, meanwhile))
      .finally(() => {
        reopening -= 1;
      });
    reopened = mine.catch(() => undefined);
    await mine;
  };
  const tasks = createTaskDesk(systemClock, tell);
  const handlers = createHandlers({
    world: () => world,
    shop,
    printer: options.printer,
    saver: options.saver ?? null,
    places: options.places ?? null,
    tasks,
    proofKeys,
    reopen,
    livePlaces,
    log,
    readStatus: () => teller.read(),
    statusChanged: () => teller.changed(),
    inFlight,
    isClosing: () => reopening > 0 || closing !== null,
  });
  const close = async (): Promise<void> => {
    stopping.resolve();
    await inFlight.settled(stopWaitMs);
    await reopened;
    stopWatching();
    teller.stop();
    await tasks.stop();
    await world.close(true);
    letGo();
    log.info('the counter is closed');
  };
  return {
    handlers,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mode: () => world.mode,
    wake: () => world.wake(),
    close: () => (closing ??= close()),
  };
}
    tell,
