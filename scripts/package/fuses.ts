import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

/**
 * What the packed Electron can no longer be talked into. All of them are named: with strictlyRequireAllFuses a fuse that a
 * newer Electron brings stops the packing until somebody has decided about it.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // ELECTRON_RUN_AS_NODE would make a general interpreter of a signed program.
  [FuseV1Options.RunAsNode]: false,
  // No cookies are kept; whatever Chromium keeps is encrypted with the system's key.
  [FuseV1Options.EnableCookieEncryption]: true,
  // NODE_OPTIONS and NODE_EXTRA_CA_CERTS could load code, or believe another authority.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // --inspect lets anyone who reaches the port into the main process.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // A changed app.asar does not start (Windows, macOS)…
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // …and nothing else is loaded in its place.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // There is no snapshot of our own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page comes from app://; file:// has no use.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As Electron ships it: without them WebAssembly's bounds would be checked by slower code, no safer.
  [FuseV1Options.WasmTrapHandlers]: true,
} satisfies FuseConfig;

/**
 * Flips them in a program of Electron's, or in an .app folder. Rejects when the program has no fuses, or one that is not
 * named above.
 * @param adHoc whether macOS's signature of nobody, which arm64 needs, is renewed
 */
export async function setFuses(program: string, adHoc: boolean): Promise<void> {
  await flipFuses(program, { ...fuses, resetAdHocDarwinSignature: adHoc });
}
