import { extractFile, listPackage } from '@electron/asar';

/** A platform and a processor as electron-builder and Node name them: "linux", "win32" or "darwin"; "x64" or "arm64". */
export interface Target {
  platform: string;
  arch: string;
}

/** What is in app.asar, the unpacked included: paths with slashes, no folders. */
export function packedFiles(asar: string): string[] {
  const all = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));
  const folders = new Set(all.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return all.filter((path) => !folders.has(path)).toSorted();
}

/** One file's text. */
export const packedText = (asar: string, path: string): string => extractFile(asar, path).toString('utf8');

const always = [
  'package.json',
  'resources/icon.png',
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/preload/display.cjs',
  'out/renderer/index.html',
  'out/renderer/display.html',
  'out/legal/notices.txt',
  'out/legal/sbom.cdx.json',
  'node_modules/better-sqlite3/lib/index.js',
];

const allowed = [
  /^package\.json$/,
  /^resources\/icon\.png$/,
  /^out\/main\/[\w-]+\.js$/,
  /^out\/preload\/[\w-]+\.cjs$/,
  /^out\/renderer\/([\w-]+\.html|assets\/[\w-]+\.(js|css|woff2|png|svg|mp3|wav))$/,
  /^out\/legal\/(notices\.txt|sbom\.cdx\.json)$/,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/[\w/-]+\.js)$/,
];

/**
 * What is wrong with a package, as sentences; none when it holds what runs on its platform and nothing else.
 * @param files as packedFiles() answers
 */
export function faultsOfPackage(files: readonly string[], { platform, arch }: Target): string[] {
  const compiled = [`node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`];
  // koffi calls the print spooler, on Windows alone.
  const spooler = platform === 'win32';
  if (spooler) compiled.push(`node_modules/@koromix/koffi-win32-${arch}/win32_${arch}/koffi.node`);
  const mayBe = spooler
    ? [...allowed, /^node_modules\/koffi\/([\w.]+\.(js|cjs)|package\.json|LICENSE\.txt)$/, ofKoromix(arch)]
    : allowed;
  const needed = spooler ? [...always, ...compiled, 'node_modules/koffi/package.json'] : [...always, ...compiled];
  const missing = needed.filter((path) => !files.includes(path));
  const foreign = files.filter((path) => !compiled.includes(path) && !mayBe.some((pattern) => pattern.test(path)));
  return [
    ...missing.map((path) => `${path} is missing${path.includes('koffi') ? ' (pack for Windows on Windows)' : ''}`),
    ...foreign.map((path) => `${path} does not belong`),
  ];
}

const ofKoromix = (arch: string): RegExp =>
  new RegExp(String.raw`^node_modules/@koromix/koffi-win32-${arch}/(package\.json|index\.js|[\w.]+\.(txt|md))$`);
