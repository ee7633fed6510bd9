/**
 * The shop’s settings and secrets: read, checked, saved, managed by the environment, and what they make of the rules for a sale.
 * Each setting is one row of shared/contract/setting-table.ts.
 * May use db, shop and staff. Tests: tests/unit/settings.
 */

export { settingsHandlers } from './api.ts';
export {
  changedSecrets,
  checkSecretsReadable,
  counterRules,
  isOnLoopback,
  keysInForce,
  type LiveConfig,
  readLiveConfig,
  startMode,
} from './live-config.ts';
export {
  type Environment,
  EnvironmentError,
  flatten,
  type ManagedSettings,
  ManagedSettingsError,
  type ManagedSettingsPath,
  managedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from './managed-settings.ts';
export { openSettingsFile, openShopSettings, peekSettings, type ShopSettings } from './settings-service.ts';
