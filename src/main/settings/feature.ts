import { existsSync, mkdirSync } from 'node:fs';
import type { Settings } from '../../shared/contract/settings.ts';
import type { foldersOf } from '../base/data-dir.ts';
import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import type { StaffService } from '../staff/index.ts';
import { settingsHandlers } from './api.ts';
import { checkSecretsReadable, counterRules, startMode } from './live-config.ts';
import {
  type Environment,
  EnvironmentError,
  type ManagedSettings,
  type ManagedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from './managed-settings.ts';
import { openSettingsFile, openShopSettings } from './settings-service.ts';

export interface Managed extends ProgramContext {
  /** of the process */
  variables: Readonly<Record<string, string | undefined>>;
  /** the managed settings file of a fleet; null: none */
  fleetFile: ManagedSettingsPath | null;
}

/** What overrides the saved settings. Rejects with EnvironmentError or ManagedSettingsError. */
export const managedSettingsFeature = defineFeature({
  async start({ variables, fleetFile, log }: Managed) {
    const environment = readEnvironment(variables);
    if (fleetFile?.ignored !== undefined)
      log.warn('the named file of settings is ignored: this machine has its own', { file: fleetFile.path });
    return { environment, fleet: await readManagedSettings(fleetFile) };
  },
});

export interface Program extends ProgramContext {
  environment: Environment;
  fleet: ManagedSettings;
  folders: ReturnType<typeof foldersOf>;
  secrets: Secrets;
  people: StaffService;
  /** applies the settings of a window at the start and after each save; null in a host without one */
  desktop: { apply(settings: Settings): void } | null;
}

export const settingsFeature = defineFeature({
  async start({ environment, fleet, folders, secrets, people, desktop, system, log, settingsChanged }: Program) {
    const shop = await openShopSettings({
      file: openSettingsFile(folders.settings, system.random, log, fleet.defaults),
      env: environment,
      fleet,
      secrets,
      clock: system.clock,
      pin: people.pin,
      secondPin: people.secondPin,
      log,
      desktop: desktop !== null,
      changed(settings) {
        desktop?.apply(settings);
        settingsChanged.emit('changed', settings);
      },
    });
    return { shop, checkSellable: () => checkSecretsReadable(shop.config()) };
  },
  open: ({ settings, mode }: ModeContext) => ({ rules: () => counterRules(settings(), mode) }),
  handlers: settingsHandlers,
});

/** In which mode a program begins. */
export const firstModeFeature = defineFeature({
  start({
    role,
    folders,
    shop,
  }: ProgramContext & Pick<Program, 'folders'> & { shop: { config(): { touched: boolean } } }) {
    const traces = { liveSettings: shop.config().touched, liveJournal: folders.hasLiveJournal() };
    return { firstMode: role === 'office' ? ('live' as const) : startMode(traces) };
  },
});

/**
 * A folder stays what it was begun as: an office that sold would do so under a mailbox that receives no webhooks, and a counter whose folder
 * an office opened would not sell. Throws EnvironmentError.
 */
export const roleFeature = defineFeature({
  start({ role, folders: { office, hasLiveJournal } }: ProgramContext & Pick<Program, 'folders'>) {
    const isOffice = existsSync(office);
    if (role === 'counter' && isOffice)
      throw new EnvironmentError(['KONTER_ROLE'], 'This folder is an office’s: start it with --office.');
    if (role === 'office' && !isOffice && hasLiveJournal())
      throw new EnvironmentError(['KONTER_ROLE'], 'This folder is a counter’s: an office needs another one.');
    if (role === 'office') mkdirSync(office, { recursive: true, mode: 0o700 });
    return {};
  },
});
