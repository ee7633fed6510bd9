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
