import { existsSync, mkdirSync } from 'node:fs';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { UpdateHindrance } from '../../shared/contract/updates.ts';
import { proofLink } from '../../shared/domain/proof.ts';
import { createEventBus, createPageEventFeed, type PageEventFeed } from '../api/index.ts';
import {
  createRestore,
  finishOrDiscardReplacement,
  finishReplacement,
  handleOlderCursor,
  handleShippedHead,
  replacementPaths,
} from '../backup/index.ts';
import { createInFlight } from '../base/async.ts';
import { foldersOf } from '../base/data-dir.ts';
import { rememberTrouble } from '../base/log/masked-log.ts';
import type { Role } from '../base/role.ts';
import { logSecretsErrors, type Secrets } from '../base/secrets.ts';
import { type Log, randomHex, type System } from '../base/system.ts';
import { mapDatabaseErrors } from '../db/database-error.ts';
import { createTaskRunner } from '../db/database-tasks.ts';
import { diskFiles } from '../db/disk-files.ts';
import { type DataDirLock, lockDataDir } from '../diagnostics/index.ts';
import { type CustomerDisplayService, type DisplayHost, openCustomerDisplay } from '../display/index.ts';
import { createTaskManager, type FileDialogs, openSavedExports } from '../files/index.ts';
import { createPublisher } from '../office/index.ts';
import { createPrinters, type HostPrinter, type SlipSaver } from '../printing/index.ts';
import { createKeyRing, makeProof, openTerminalsFile } from '../proofs/index.ts';
import {
  type Environment,
  EnvironmentError,
  type ManagedSettings,
  type ManagedSettingsPath,
  openSettingsFile,
  openShopSettings,
  readEnvironment,
  readManagedSettings,
  startMode,
} from '../settings/index.ts';
import { createStaffService, withPermissionChecks } from '../staff/index.ts';
import { createPracticePrinter, openDrillsFile } from '../training/index.ts';
import { createUpdateService, type Installer, updateKeys, updatesFile } from '../updates/index.ts';
import { type AppParts, type CounterRuntime, openRuntime, type RuntimeDeps, shippedParts } from './counter-runtime.ts';
import { createHandlers } from './handlers.ts';
import { watchMachine } from './machine-watch.ts';
import { createModeSwitcher, reopenWaitMs } from './mode-switcher.ts';
import { createStatusPublisher, readActivity } from './status.ts';

/** Supplied by a host: folders, secrets, printers, dialogs and the log. */
export interface AppOptions {
  /** contains live/, training/ and settings.json */
  dataDir: string;
  /** an office follows the counters of a shop and sells nothing; absent: a counter */
  role?: Role;
  env: Readonly<Record<string, string | undefined>>;
  secrets: Secrets;
  printer: HostPrinter;
  /** absent in a host that cannot save a slip as a file */
  saver?: SlipSaver;
  /** absent in a host without file dialogs */
  places?: FileDialogs;
  /** a folder of this user, outside dataDir, for the head of each journal; absent: it is stored nowhere */
  stateDir?: string;
  /** the managed settings file of a fleet; absent: none */
  fleet?: ManagedSettingsPath;
  /** absent in a host without a customer display */
  displayHost?: DisplayHost;
  /** absent in a host without a window of its own */
  desktop?: Desktop;
  /** replaces the program, or why that is impossible; absent in the browser host */
  installer?: Installer | UpdateHindrance;
  /** the file with the licences of dependencies; absent where there is none */
  notices?: string;
  /** multiplies every delay of the practice provider; 1 by default, as in life */
  practicePace?: number;
  log: Log;
  version: string;
}

/** Settings that a host with a window applies. */
export interface Desktop {
  /** Called at the start and after each save, with the settings in force. */
  apply(settings: DesktopSetting): void;
}

export type DesktopSetting = Pick<Settings, 'startAtLogin' | 'kiosk' | 'display'>;

/** The whole counter, ready to be served by a host. */
export interface App {
  /** every procedure of the contract; a handler expects input that its schema has already parsed */
  handlers: Handlers;
  /** the events that one page may receive, buffered until sign-in */
  subscribe(listener: (event: KonterEvent) => void): () => void;
  /** every event, for the host's own use: a page receives its own through `pageFeed` */
  follow(listener: (event: KonterEvent) => void): () => void;
  /** the feed of one page, for a host that keeps what was published */
  pageFeed<T>(publish: (event: KonterEvent, about: T) => void): PageEventFeed<T>;
  mode(): 'training' | 'live';
  /** the customer display's view, for the host that shows it */
  display: Pick<CustomerDisplayService, 'view' | 'subscribe'>;
  /** Polls the relay at once: the machine woke up, or the network changed. */
  wake(): void;
  /** how many requests are with the provider now; a stop waits for their answers */
  sending(): number;
  /** Resolves when those are answered, or no answer can come any more. */
  answered(): Promise<void>;
  /** Waits for requests in progress, saves everything and releases the folder. */
  close(): Promise<void>;
}

/** How long requests may still be answered before the program ends; the rest is unknown at the next start. */
const stopWaitMs = 8_000;

/**
 * Opens the counter on a folder, for either host.
 * Rejects with EnvironmentError when a variable is wrong, with ManagedSettingsError when the fleet's file is, and with DatabaseError
 * when the folder or its database cannot be used ("locked": another copy runs on it).
 */
export async function createApp(system: System, options: AppOptions, parts: AppParts = shippedParts): Promise<App> {
  const env = readEnvironment(options.env);
  if (options.fleet?.ignored !== undefined) {
    options.log.warn('the named file of settings is ignored: this machine has its own', { file: options.fleet.path });
  }
  const fleet = await readManagedSettings(options.fleet ?? null);
  const held = await lockDataDir(options.dataDir, system.clock, parts.lockFolder);
  try {
    return await openLocked(system, options, { env, fleet, parts, ...held });
  } catch (error) {
    held.release();
    throw error;
  }
}

/**
 * A folder stays what it was begun as: an office that sold would do so under a mailbox that receives no webhooks, and a counter whose folder
 * an office opened would not sell. Throws EnvironmentError.
 */
function checkRole(role: Role, { office, hasLiveJournal }: ReturnType<typeof foldersOf>): void {
  const isOffice = existsSync(office);
  if (role === 'counter' && isOffice)
    throw new EnvironmentError(['KONTER_ROLE'], 'This folder is an office’s: start it with --office.');
  if (role === 'office' && !isOffice && hasLiveJournal())
    throw new EnvironmentError(['KONTER_ROLE'], 'This folder is a counter’s: an office needs another one.');
  if (role === 'office') mkdirSync(office, { recursive: true, mode: 0o700 });
}

interface Opening extends DataDirLock {
  parts: AppParts;
  env: Environment;
  fleet: ManagedSettings;
}

async function openLocked(
  system: System,
  options: AppOptions,
  { parts, env, fleet, lastRun, release }: Opening,
): Promise<App> {
  const { dataDir, role = 'counter' } = options;
  const { clock, random } = system;
  const trouble = rememberTrouble(options.log, clock);
  const { log } = trouble;
  const secrets = logSecretsErrors(options.secrets, log);
  const folders = foldersOf(dataDir, options.stateDir ?? null);
  checkRole(role, folders);
  if (lastRun.wasUnclean) log.warn('the last run was broken off');
  const livePlaces = replacementPaths(folders.live.folder);
  // A restore that was cut short is finished before anything looks for a database.
  mapDatabaseErrors(() => finishOrDiscardReplacement(livePlaces, diskFiles));
  const inFlight = createInFlight(clock);
  const { publish, subscribe } = createEventBus(log);
  let runtime: CounterRuntime;
  /** the display is drawn with the settings; there is none before the counter is open */
  let refreshDisplay = (): void => {};
  const inTraining = (): boolean => runtime.mode === 'training';
  const people = createStaffService({
    secrets,
    clock,
    random,
    derivePin: parts.derivePin,
    inTraining,
    idleMinutes: () => settings().autoLockMinutes,
    publish,
    log,
  });
  const shop = await openShopSettings({
    file: openSettingsFile(folders.settings, random, log, fleet.defaults),
    env,
    fleet,
    secrets,
    clock,
    pin: people.pin,
    secondPin: people.secondPin,
    log,
    desktop: options.desktop !== undefined,
    changed(settings) {
      options.desktop?.apply(settings);
      refreshDisplay();
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

  const status = createStatusPublisher(
    clock,
    () => runtime,
    options.version,
    people.pin,
    () => shop.config().settings.depositWarning,
    publish,
  );
  let renewing: Promise<void> | null = null;
  /** Requests in progress are awaited; until then the open counter sells nothing. */
  const renewOlder: RuntimeDeps['olderJournal'] = (shown) => {
    const at = new Date(clock.now()).toISOString();
    const { journal } = folders.live;
    renewing ??= modeSwitcher
      .renewLive(() =>
        'head' in shown
          ? handleShippedHead(journal, random, { ...shown, at })
          : handleOlderCursor(journal, random, { ...shown, at }),
      )
      .catch((error: unknown) => log.error('the older journal could not be opened anew', { error: String(error) }))
      .finally(() => {
        renewing = null;
      });
  };
  const open = async (mode: 'training' | 'live'): Promise<CounterRuntime> => {
    // A restore whose files could not be moved when it was decided is ended first.
    if (mode === 'live') mapDatabaseErrors(() => finishReplacement(livePlaces, diskFiles));
    return openRuntime(mode, {
      role,
      system,
      parts,
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
  const known = { liveSettings: shop.config().touched, liveJournal: folders.hasLiveJournal() };
  runtime = await open(role === 'office' ? 'live' : startMode(known));
  log.info('the counter is open', { mode: runtime.mode });

  const stopKeepingStatus = lastRun.keepStatus(clock, () => ({ mode: runtime.mode, relay: runtime.relay() }));
  const stopWatching = watchMachine(system, () => runtime.wake());
  const savedExports = openSavedExports({ ...system, log }, dataDir, options.places ?? null);
  const tasks = createTaskManager(system, publish, savedExports.record);
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
    async proofOf(sale) {
      const proof = await makeProof(sale, runtime, proofKeys);
      return proof && proofLink(settings().verifierUrl, proof);
    },
  });
  refreshDisplay = display.refresh;
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
    role,
    system,
    runTask,
    runtime: () => runtime,
    shop,
    printer: options.printer,
    saver: options.saver ?? null,
    places: options.places ?? null,
    tasks,
    savedExports,
    proofKeys,
    secrets,
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
    publisher: createPublisher({ secrets, people, clock, random: system.random }),
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
      const feed = createPageEventFeed(people.forPages, listener);
      return subscribe((event) => feed.onEvent(event, undefined));
    },
    follow: subscribe,
    pageFeed: (sendToPage) => createPageEventFeed(people.forPages, sendToPage),
    mode: () => runtime.mode,
    display,
    wake: () => runtime.wake(),
    sending: () => inFlight.count(),
    answered: () => inFlight.settled(reopenWaitMs),
    close: () => (closing ??= close()),
  };
}
