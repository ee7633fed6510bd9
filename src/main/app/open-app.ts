import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Settings } from '../../shared/contract/settings.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { faulting } from '../journal/fault.ts';
import { lockFolder } from '../journal/folder-lock.ts';
import { diskFiles } from '../journal/restore/files.ts';
import { finishSwap } from '../journal/restore/swap.ts';
import { JournalFault } from '../ports/journal.ts';
import { createAnnouncer } from './announcer.ts';
import type { App, AppOptions } from './app.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { placesOf } from './backup/restore.ts';
import { readCustomerDigest } from './customers/customer-key.ts';
import { openDisplayDesk } from './display/desk.ts';
import { createTaskDesk } from './files/task-desk.ts';
import { foldersOf } from './folders.ts';
import { createHandlers } from './handlers/handlers.ts';
import { createInFlight } from './in-flight.ts';
import { type LastRun, markRun } from './last-run.ts';
import { openLiveConnection } from './live-connection.ts';
import { rememberTrouble } from './log/recent-trouble.ts';
import { watchMachine } from './machine-watch.ts';
import { actAsNobody } from './people/acting.ts';
import { createPeopleDesk } from './people/desk.ts';
import { answerForgottenPin } from './people/forgotten-pin.ts';
import { guarded } from './people/guard.ts';
import { createPageEar } from './people/page-ear.ts';
import { openPrintDesk } from './printing/desk.ts';
import { createPrinters } from './printing/printers.ts';
import { createKeyRing } from './proof/key-ring.ts';
import { makeProof } from './proof/make-proof.ts';
import { openTerminalsFile } from './proof/terminals-file.ts';
import { counterRules } from './settings/counter-rules.ts';
import { type Environment, readEnvironment } from './settings/environment.ts';
import { openSettingsFile } from './settings/file.ts';
import { type Fleet, readFleet } from './settings/fleet-file.ts';
import { isOnLoopback } from './settings/loopback.ts';
import { openShopSettings } from './settings/shop-settings.ts';

import { slipOf } from './slip-of.ts';
import { startMode } from './start-mode.ts';
import { createStatusTeller } from './status-teller.ts';
import { systemClock } from './system/clock.ts';
import { openDrillsFile } from './training/drills-file.ts';
import { stockPractice } from './training/first-products.ts';
import { openTraining } from './training/open-training.ts';
import { createPracticePrinter } from './training/practice-printer.ts';
import { keepUpdated } from './updates/keep-updated.ts';
import { updateKeys } from './updates/keys.ts';
import { readSituation } from './updates/situation.ts';
import { updatesFile } from './updates/updates-file.ts';
import { openWorld, type World } from './world.ts';

/** A copy that is still stopping gets this long to let go of the folder. */
const lockWaitMs = 10_000;
/** What is being sent gets this long to be answered before the program ends; the rest is unknown at the next start. */
const stopWaitMs = 8_000;
/** A change of the connection can wait for any answer that may still come: longer than the longest time-outs together. */
const reopenWaitMs = 10 * 60_000;

/**
 * Opens the counter on a folder, for either host.
 * Rejects with EnvironmentFault when a variable is wrong, with FleetFault when the fleet's file is, and with JournalFault
 * when the folder or its database cannot be used ("locked": another copy runs on it).
 */
export async function openApp(options: AppOptions): Promise<App> {
  const env = readEnvironment(options.env);
  const fleet = await readFleet(options.fleet ?? null);
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(options.dataDir, { waitMs: lockWaitMs, clock: systemClock });
  if (!lock) throw new JournalFault('locked', 'Another Konter runs on this folder.');
  const lastRun = markRun(options.dataDir);
  const letGo = (): void => {
    lastRun.endedWell();
    lock.release();
  };
  try {
    return await openLocked(options, { env, fleet, lastRun, letGo });
  } catch (error) {
    letGo();
    throw error;
  }
}

interface Held {
  env: Environment;
  fleet: Fleet;
  lastRun: LastRun;
  letGo(): void;
}

async function openLocked(options: AppOptions, { env, fleet, lastRun, letGo }: Held): Promise<App> {
  const { dataDir, secrets } = options;
  const trouble = rememberTrouble(options.log, systemClock);
  const { log } = trouble;
  const folders = foldersOf(dataDir);
  if (lastRun.brokenOff) log.warn('the last run was broken off');
  const livePlaces = placesOf(folders.live.folder);
  // A restore that was cut short is finished before anything looks for a database.
  faulting(() => finishSwap(livePlaces, diskFiles));
  const inFlight = createInFlight();
  const { tell, subscribe } = createAnnouncer(log);
  let world: World;
  /** what the customer's display is drawn with changes with the settings; there is none before the counter is open */
  let drawAnew = (): void => {};
  const inTraining = (): boolean => world.mode === 'training';
  const people = createPeopleDesk({
    secrets,
    clock: systemClock,
    inTraining,
    idleMinutes: () => settings().autoLockMinutes,
    tell,
    log,
  });
  const { pin, secondPin } = people;
  const file = openSettingsFile(folders.settings, log, fleet.defaults);
  const shop = await openShopSettings({
    file,
    env,
    fleet,
    secrets,
    clock: systemClock,
    pin,
    secondPin,
    desktop: options.desktop !== undefined,
    changed(settings) {
      options.desktop?.apply(settings);
      drawAnew();
    },
  });

  const settings = (): Settings => shop.config().settings;
  const shopPrinters = createPrinters(settings, options.printer);
  const practicePrinter = createPracticePrinter(systemClock);
  const proofKeys = createKeyRing({
    secrets,
    file: openTerminalsFile(folders.proofTerminals, log),
    clock: systemClock,
    log,
  });

  const teller = createStatusTeller(() => world, options.version, pin, tell);
  const open = async (mode: 'training' | 'live'): Promise<World> => {
    const place = folders[mode];
    practicePrinter.put('away');
    const printers = mode === 'training' ? practicePrinter.among(shopPrinters) : shopPrinters;
    const opened = await openWorld({
      mode,
      folder: place.folder,
      journalPath: place.journal,
      connection:
        mode === 'live'
          ? openLiveConnection(shop.config(), () => teller.changed())
          : await openTraining(place.folder, log, () => teller.changed()),
      rules: () => counterRules(settings(), mode),
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
      providerOnLoopback: mode === 'live' && isOnLoopback(settings().provider.url),
      autoPrint: () => settings().autoPrint && printers.usual() !== null,
      log,
      tell,
      statusChanged: () => teller.changed(),
    });
    await people.enter(
      opened.journal.people,
      mode === 'training' && folders.hasLiveJournal() ? folders.live.journal : null,
    );
    await answerForgottenPin(folders.forgottenPin, people, opened.journal.people, {
      at: new Date(systemClock.now()).toISOString(),
      log,
      // Money that is not settled must be reachable, whether or not this can be done.
    }).catch(() => log.error('the file for a forgotten PIN could not be answered'));
    if (mode === 'training') await stockPractice(opened.counter, opened.journal, systemClock.now());
    return opened;
  };

  world = await open(startMode({ liveSettings: shop.config().touched, liveJournal: folders.hasLiveJournal() }));
  log.info('the counter is open', { mode: world.mode });

  const stopWatching = watchMachine(systemClock, () => world.wake());
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
    world = await actAsNobody(() => open(mode)).catch(async (error: unknown) => {
      // What was there before is better than nothing at all.
      world = await actAsNobody(() => open(before));
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
  const display = openDisplayDesk({
    clock: systemClock,
    settings,
    training: inTraining,
    find: (id) => world.journal.get(id),
    proofOf: (sale) => makeProof(sale, world, proofKeys),
  });
  drawAnew = display.refresh;
  subscribe(display.hear);
  const tasks = createTaskDesk(systemClock, tell);
  const isClosing = (): boolean => reopening > 0 || closing !== null;
  const updates = keepUpdated({
    version: options.version,
    installer: options.installer ?? 'browser',
    keys: updateKeys,
    url: () => settings().updates.url,
    automatic: () => settings().updates.automatic,
    file: updatesFile(folders.updates, () => randomBytes(16).toString('hex')),
    clock: systemClock,
    log,
    situation: () => readSituation(world, { inFlight, tasks, isClosing, now: () => systemClock.now() }),
    copyFirst: async () => world.backup === null || (await world.backup.make()).kind === 'copied',
    changed: (state) => tell({ type: 'updates', updates: state }),
  });
  const unguarded = createHandlers({
    world: () => world,
    shop,
    printer: options.printer,
    saver: options.saver ?? null,
    places: options.places ?? null,
    tasks,
    proofKeys,
    display,
    displayHost: options.displayHost ?? null,
    reopen,
    livePlaces,
    run: { dataDir, version: options.version, clock: systemClock, trouble, lastRun },
    people,
    log,
    tell,
    readStatus: () => teller.read(),
    statusChanged: () => teller.changed(),
    inFlight,
    isClosing,
    updates,
    drillsFile: openDrillsFile(folders.drills),
    practicePrinter,
    notices: options.notices ?? null,
  });
  const close = async (): Promise<void> => {
    stopping.resolve();
    await inFlight.settled(stopWaitMs);
    await reopened;
    stopWatching();
    teller.stop();
    display.stop();
    people.stop();
    updates.stop();
    await tasks.stop();
    await world.close(true);
    letGo();
    log.info('the counter is closed');
  };
  return {
    handlers: guarded(unguarded, people),
    subscribe(listener) {
      const ear = createPageEar(people.forPages, listener);
      return subscribe((event) => ear.hear(event, undefined));
    },
    follow: subscribe,
    ear: (tellPage) => createPageEar(people.forPages, tellPage),
    mode: () => world.mode,
    display,
    wake: () => world.wake(),
    sending: () => inFlight.count(),
    answered: () => inFlight.settled(reopenWaitMs),
    close: () => (closing ??= close()),
  };
}
