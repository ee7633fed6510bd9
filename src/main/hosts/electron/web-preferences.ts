/** What every window of Konter is: a sandboxed page without Node. Stated in full, so that no default can change it. */
export const securePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  webviewTag: false,
  plugins: false,
  safeDialogs: true,
  // Would fetch dictionaries from elsewhere.
  spellcheck: false,
} as const;
