/**
 * The shop’s settings and secrets: read, checked, saved, managed by the environment, and what they make of the rules for a sale.
 * Each setting is one row of shared/contract/setting-table.ts.
 * May use db, shop and staff. Tests: tests/unit/settings.
 */

export { firstModeFeature, managedSettingsFeature, roleFeature, settingsFeature } from './feature.ts';
export {
  changedSecrets,
  checkSecretsReadable,
  isOnLoopback,
  keysInForce,
  type LiveConfig,
  readLiveConfig,
  startMode,
} from './live-config.ts';
export {
  EnvironmentError,
  flatten,
  ManagedSettingsError,
  type ManagedSettingsPath,
  managedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from './managed-settings.ts';
export { peekSettings, type ShopSettings } from './settings-service.ts';
