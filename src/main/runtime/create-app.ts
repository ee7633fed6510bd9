import { EventEmitter } from 'node:events';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { UpdateHindrance } from '../../shared/contract/updates.ts';
import { createEventBus, createPageEventFeed, type PageEventFeed } from '../api/index.ts';
import { createInFlight } from '../base/async.ts';
import { foldersOf } from '../base/data-dir.ts';
import { openFeatures } from '../base/feature.ts';
import { rememberTrouble } from '../base/log/masked-log.ts';
import type { Role } from '../base/role.ts';
import { logSecretsErrors, type Secrets } from '../base/secrets.ts';
import type { Log, System } from '../base/system.ts';
import { createTaskRunner } from '../db/database-tasks.ts';
import { type AppParts, openRuntime, shippedParts } from './counter-runtime.ts';
import {
  beforeCounter,
  type DisplayHost,
  type DisplayView,
  type FileDialogs,
  type HostPrinter,
  type Installer,
  lockedFolder,
  type ManagedSettingsPath,
  overCounter,
  type SlipSaver,
  withPermissionChecks,
} from './features.ts';
import { createHandlers } from './handlers.ts';
import { watchMachine } from './machine-watch.ts';
import { ModeSwitcher, reopenWaitMs } from './mode-switcher.ts';
import { StatusPublisher } from './status.ts';

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
  fileDialogs?: FileDialogs;
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
  display: DisplayView;
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

/** What ends with the program, the last one first. */
class Closers {
  readonly #closers: (() => unknown)[] = [];
  #ending: Promise<void> | null = null;

  readonly add = (closer: () => unknown): void => void this.#closers.push(closer);

  async close(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) await closer();
  }

  /** Once, for all callers. @param first before anything is closed */
  readonly end = (first: () => Promise<void>): Promise<void> =>
    (this.#ending ??= (async () => {
      await first();
      await this.close();
    })());
}

/**
 * Opens the counter on a folder, for either host.
 * Rejects with EnvironmentError when a variable is wrong, with ManagedSettingsError when the fleet's file is, and with DatabaseError
 * when the folder or its database cannot be used ("locked": another copy runs on it).
 */
export async function createApp(system: System, options: AppOptions, parts: AppParts = shippedParts): Promise<App> {
  const closers = new Closers();
  try {
    return await openApp(system, options, parts, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openApp(system: System, options: AppOptions, parts: AppParts, closers: Closers): Promise<App> {
  const host = hostParts(system, options, parts);
  const { log, inFlight, publish, subscribe } = host;
  const modeSwitcher = new ModeSwitcher({
    inFlight,
    open: (mode) => openRuntime(mode, { ...program, statusChanged: () => status.changed() }),
    pauseTasks: (work) => program.tasks.pauseDuring(work),
    changed: () => publish({ type: 'reload' }),
  });
  const { runtime, isClosing } = modeSwitcher;
  const locked = await openFeatures(
    'start',
    {
      ...host,
      modeSwitcher,
      runtime,
      isClosing,
      mode: (): 'training' | 'live' => runtime().mode,
      settings: (): Settings => program.shop.config().settings,
      onClose: closers.add,
    },
    lockedFolder,
  );
  closers.add(() => modeSwitcher.close());
  const program = await openFeatures('start', locked, beforeCounter);
  const { people } = program;
  const status = new StatusPublisher({ ...program, clock: system.clock });
  closers.add(status.stop);
  await modeSwitcher.begin(program.firstMode);
  log.info('the counter is open', { mode: runtime().mode });
  closers.add(watchMachine(system, () => runtime().wake()));
  const services = await openFeatures('start', program, overCounter);
  const handlers = createHandlers({ ...services, status, statusChanged: status.changed });
  return {
    handlers: withPermissionChecks(handlers, people),
    subscribe(listener) {
      const feed = createPageEventFeed(people.forPages, listener);
      return subscribe((event) => feed.onEvent(event, undefined));
    },
    follow: subscribe,
    pageFeed: (sendToPage) => createPageEventFeed(people.forPages, sendToPage),
    mode: () => runtime().mode,
    display: services.display,
    wake: () => runtime().wake(),
    sending: () => inFlight.count(),
    answered: () => inFlight.settled(reopenWaitMs),
    close: async () => {
      await closers.end(async () => {
        modeSwitcher.end();
        await services.restore.stop();
        await inFlight.settled(stopWaitMs);
        await modeSwitcher.over();
      });
      log.info('the counter is closed');
    },
  };
}

/** What a host brings, with what every feature may use. */
function hostParts(system: System, options: AppOptions, parts: AppParts) {
  const { dataDir, role = 'counter', practicePace = 1, version, printer } = options;
  const { saver = null, fileDialogs = null, displayHost = null, desktop = null, notices = null } = options;
  const trouble = rememberTrouble(options.log, system.clock);
  const { log } = trouble;
  return {
    ...system,
    ...createEventBus(log),
    system,
    parts,
    role,
    dataDir,
    version,
    log,
    trouble,
    practicePace,
    printer,
    saver,
    fileDialogs,
    displayHost,
    desktop,
    notices,
    installer: options.installer ?? ('browser' as const),
    variables: options.env,
    fleetFile: options.fleet ?? null,
    secrets: logSecretsErrors(options.secrets, log),
    folders: foldersOf(dataDir, options.stateDir ?? null),
    inFlight: createInFlight(system.clock),
    runTask: createTaskRunner(system),
    settingsChanged: new EventEmitter<{ changed: [Settings] }>(),
  };
}
