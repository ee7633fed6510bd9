import type { Settings } from '../../shared/contract/settings.ts';
import { createPageEventFeed } from '../api/index.ts';
import {
  createRestore,
  finishOrDiscardReplacement,
  finishReplacement,
  handleOlderCursor,
  replacementPaths,
} from '../backup/index.ts';
import { createInFlight } from '../base/async.ts';
import { foldersOf } from '../base/data-dir.ts';
import { errorFacts } from '../base/log/masked-log.ts';
import { rememberTrouble } from '../base/log/recent-errors.ts';
import type { Secrets } from '../base/secrets.ts';
import { type Log, randomHex, type System } from '../base/system.ts';
import { mapDatabaseErrors } from '../db/database-error.ts';
import { createTaskRunner } from '../db/database-tasks.ts';
import { diskFiles } from '../db/disk-files.ts';
import { type DataDirLock, lockDataDir } from '../diagnostics/index.ts';
import { openCustomerDisplay } from '../display/index.ts';
import { createTaskManager } from '../files/index.ts';
import { createPrinters } from '../printing/index.ts';
import { createKeyRing, makeProof, openTerminalsFile } from '../proofs/index.ts';
import {
  type Environment,
  type ManagedSettings,
  openSettingsFile,
  openShopSettings,
  readEnvironment,
  readManagedSettings,
  startMode,
} from '../settings/index.ts';
import { createStaffService, withPermissionChecks } from '../staff/index.ts';
import { createPracticePrinter, openDrillsFile } from '../training/index.ts';
import { createUpdateService, updateKeys, updatesFile } from '../updates/index.ts';
import type { App, AppOptions } from './app.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import { createEventBus } from './event-bus.ts';
import { createHandlers } from './handlers.ts';
import { watchMachine } from './machine-watch.ts';
import { createModeSwitcher, reopenWaitMs } from './mode-switcher.ts';
import { openMode } from './open-mode.ts';
import { createStatusPublisher, readActivity } from './status.ts';

/** What is being sent gets this long to be answered before the program ends; the rest is unknown at the next start. */
const stopWaitMs = 8_000;
/** How soon `counter:check` sees that the relay's state has changed. */
const statusEveryMs = 1_000;

/**
 * Opens the counter on a folder, for either host.
 * Rejects with EnvironmentError when a variable is wrong, with ManagedSettingsError when the fleet's file is, and with DatabaseError
 * when the folder or its database cannot be used ("locked": another copy runs on it).
 */
export async function createApp(system: System, options: AppOptions): Promise<App> {
  const env = readEnvironment(options.env);
  if (options.fleet?.ignored !== undefined) {
    options.log.warn('the named file of settings is ignored: this machine has its own', { file: options.fleet.path });
  }
  const fleet = await readManagedSettings(options.fleet ?? null);
  const held = await lockDataDir(options.dataDir, system.clock);
  try {
    return await openHeld(system, options, { env, fleet, ...held });
  } catch (error) {
    held.release();
    throw error;
  }
}

/** What the key store does not do is among the last errors, whatever becomes of it. */
const loggedSecrets = (secrets: Secrets, log: Log): Secrets => {
  const logged = async <T>(what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.error(what, errorFacts(error));
      throw error;
    }
  };
  return {
    read: (name) => logged('a secret could not be read', secrets.read(name)),
    write: (changes) => logged('secrets could not be kept', secrets.write(changes)),
  };
};

interface Given extends DataDirLock {
  env: Environment;
  fleet: ManagedSettings;
}

async function openHeld(system: System, options: AppOptions, { env, fleet, lastRun, release }: Given): Promise<App> {
  const { dataDir } = options;
  const { clock, random } = system;
  const trouble = rememberTrouble(options.log, clock);
  const { log } = trouble;
  const secrets = loggedSecrets(options.secrets, log);
  const folders = foldersOf(dataDir, options.stateDir ?? null);
  if (lastRun.wasUnclean) log.warn('the last run was broken off');
  const livePlaces = replacementPaths(folders.live.folder);
  // A restore that was cut short is finished before anything looks for a database.
  mapDatabaseErrors(() => finishOrDiscardReplacement(livePlaces, diskFiles));
  const inFlight = createInFlight(clock);
  const { publish, subscribe } = createEventBus(log);
  let runtime: CounterRuntime;
  /** what the customer's display is drawn with changes with the settings; there is none before the counter is open */
  let drawAnew = (): void => {};
  const inTraining = (): boolean => runtime.mode === 'training';
  const people = createStaffService({
    secrets,
    clock,
    random,
    inTraining,
    idleMinutes: () => settings().autoLockMinutes,
    publish,
    log,
  });
  const { pin, secondPin } = people;
  const file = openSettingsFile(folders.settings, random, log, fleet.defaults);
  const shop = await openShopSettings({
    file,
    env,
    fleet,
    secrets,
    clock,
    pin,
    secondPin,
    log,
    desktop: options.desktop !== undefined,
    changed(settings) {
      options.desktop?.apply(settings);
      drawAnew();
    },
  });

  const settings = (): Settings => shop.config().settings;
  const shopPrinters = createPrinters(clock, settings, options.printer);
  const practicePrinter = createPracticePrinter(clock);
  const proofKeys = createKeyRing({
    secrets,
    file: openTerminalsFile(folders.proofTerminals, log),
    clock,
    log,
  });

  const status = createStatusPublisher(clock, () => runtime, options.version, pin, publish);
  let renewing: Promise<void> | null = null;
  /** What is being sent is waited for; until then the counter that is open sells nothing. */
  const renewOlder = (mailbox: string, cursor: string): void => {
    const at = new Date(clock.now()).toISOString();
    renewing ??= modeSwitcher
      .renewLive(() => handleOlderCursor(folders.live.journal, random, { mailbox, cursor, at }))
      .catch((error: unknown) => log.error('the older journal could not be opened anew', { error: String(error) }))
      .finally(() => {
        renewing = null;
      });
  };
  const open = async (mode: 'training' | 'live'): Promise<CounterRuntime> => {
    // A restore whose files could not be moved when it was decided is ended first.
    if (mode === 'live') mapDatabaseErrors(() => finishReplacement(livePlaces, diskFiles));
    return openMode(mode, {
      system,
      folders,
      shop,
      secrets,
      people,
      printers: shopPrinters,
      practicePrinter,
      practicePace: options.practicePace ?? 1,
      host: options.printer,
      places: options.places ?? null,
      proofKeys,
      log,
      olderJournal: renewOlder,
      publish,
      statusChanged: () => status.changed(),
    });
  };
  runtime = await open(startMode({ liveSettings: shop.config().touched, liveJournal: folders.hasLiveJournal() }));
  log.info('the counter is open', { mode: runtime.mode });

  let shownStatus = '';
  const keepStatus = (): void => {
    const { mode } = runtime;
    const relay = runtime.relay();
    const shown = `${mode} ${relay.state}`;
    if (shown !== shownStatus) lastRun.saveStatus({ mode, relay });
    shownStatus = shown;
  };
  keepStatus();
  const stopKeepingStatus = clock.every(statusEveryMs, keepStatus);

  const stopWatching = watchMachine(system, () => runtime.wake());
  const tasks = createTaskManager(system, publish);
  const modeSwitcher = createModeSwitcher({
    runtime: () => runtime,
    put(opened) {
      runtime = opened;
    },
    open,
    inFlight,
    tasks,
    changed: () => publish({ type: 'reload' }),
  });
  const runTask = createTaskRunner(system);
  const restore = createRestore({
    runTask,
    places: livePlaces,
    headFile: folders.headFile,
    renewLive: modeSwitcher.renewLive,
    passphrase: () => secrets.read('backupPassphrase'),
    clock,
    log,
  });
  let closing: Promise<void> | null = null;
  const isClosing = (): boolean => modeSwitcher.underWay() || closing !== null;
  const display = openCustomerDisplay({
    clock,
    settings,
    training: inTraining,
    find: (id) => runtime.journal.get(id),
    proofOf: (sale) => makeProof(sale, runtime, proofKeys),
  });
  drawAnew = display.refresh;
  subscribe(display.onEvent);
  const updates = createUpdateService({
    version: options.version,
    installer: options.installer ?? 'browser',
    keys: updateKeys,
    url: () => settings().updates.url,
    automatic: () => settings().updates.automatic,
    file: updatesFile(folders.updates, () => randomHex(random, 16)),
    clock,
    log,
    activity: () =>
      readActivity(runtime, {
        inFlight,
        tasks,
        isClosing: () => isClosing() || restore.underWay(),
        now: () => clock.now(),
      }),
    backUp: async () => runtime.backup === null || (await runtime.backup.make()).kind === 'copied',
    changed: (state) => publish({ type: 'updates', updates: state }),
  });
  const unguarded = createHandlers({
    system,
    runTask,
    runtime: () => runtime,
    shop,
    printer: options.printer,
    saver: options.saver ?? null,
    places: options.places ?? null,
    tasks,
    proofKeys,
    display,
    displayHost: options.displayHost ?? null,
    modeSwitcher,
    restore,
    dataDir,
    version: options.version,
    trouble,
    lastRun,
    people,
    log,
    publish,
    status,
    inFlight,
    isClosing,
    updates,
    drillsFile: openDrillsFile(folders.drills),
    practicePrinter,
    notices: options.notices ?? null,
  });
  const close = async (): Promise<void> => {
    modeSwitcher.end();
    await restore.stop();
    await inFlight.settled(stopWaitMs);
    await modeSwitcher.over();
    stopWatching();
    stopKeepingStatus();
    status.stop();
    display.stop();
    people.stop();
    updates.stop();
    await tasks.stop();
    await runtime.close(true);
    release();
    log.info('the counter is closed');
  };
  return {
    handlers: withPermissionChecks(unguarded, people),
    subscribe(listener) {
      const ear = createPageEventFeed(people.forPages, listener);
      return subscribe((event) => ear.onEvent(event, undefined));
    },
    follow: subscribe,
    ear: (sendToPage) => createPageEventFeed(people.forPages, sendToPage),
    mode: () => runtime.mode,
    display,
    wake: () => runtime.wake(),
    sending: () => inFlight.count(),
    answered: () => inFlight.settled(reopenWaitMs),
    close: () => (closing ??= close()),
  };
}
