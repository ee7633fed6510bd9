export { settingsHandlers } from './api.ts';
export {
  checkSecretsReadable,
  counterRules,
  isOnLoopback,
  type LiveConfig,
  readLiveConfig,
  startMode,
} from './live-config.ts';
export {
  type Environment,
  EnvironmentError,
  type ManagedSettings,
  ManagedSettingsError,
  type ManagedSettingsPath,
  managedSettingsPath,
  readEnvironment,
  readManagedSettings,
} from './managed-settings.ts';
export { changedSecrets, keysInForce } from './saved-secrets.ts';
export { flatten } from './settings-change.ts';
export { openSettingsFile, openShopSettings, peekSettings, type ShopSettings } from './settings-service.ts';
