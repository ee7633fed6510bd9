export { settingsHandlers } from './api.ts';
export { changedSecrets } from './changed-secrets.ts';
export { counterRules } from './counter-rules.ts';
export { type Environment, EnvironmentError, readEnvironment } from './environment.ts';
export { checkSecretsReadable, type LiveConfig, readLiveConfig } from './live-config.ts';
export { isOnLoopback } from './loopback.ts';
export {
  type ManagedSettings,
  ManagedSettingsError,
  type ManagedSettingsPath,
  managedSettingsPath,
  readManagedSettings,
} from './managed-settings.ts';
export { keysInForce } from './secret-keys.ts';
export { flatten } from './setting-keys.ts';
export { openSettingsFile, peekSettings } from './settings-file.ts';
export { openShopSettings, type ShopSettings } from './settings-service.ts';
export { startMode } from './start-mode.ts';
