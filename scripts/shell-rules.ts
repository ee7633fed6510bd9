import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectDir } from './project.ts';

/** One source file below src/, with its path from there. */
export interface Source {
  path: string;
  code: string;
}

/** What is dangerous stands in one file that is easy to read, or nowhere (points of docs/security.md). */
interface Rule {
  /** numbers of the checklist */
  points: readonly number[];
  pattern: RegExp;
  /** the only files, below src/, that may hold it */
  in: readonly string[];
  why: string;
}

const opener = /\b(openExternal|openPath|showItemInFolder)\b/;
const start = 'main/hosts/electron/start.ts';

const rules: readonly Rule[] = [
  {
    points: [1],
    pattern: /\bnew (BrowserWindow|BaseWindow|WebContentsView|BrowserView)\b/,
    in: ['main/hosts/electron/window-factory.ts'],
    why: 'makes a window past the factory',
  },
  {
    points: [1],
    pattern: /sandbox: false|contextIsolation: false|nodeIntegration\w*: true|webSecurity: false|webviewTag: true/,
    in: [],
    why: 'weakens a window',
  },
  {
    points: [2],
    pattern: /\benableSandbox\b/,
    in: [start],
    why: 'switches the sandbox on elsewhere than before "ready"',
  },
  {
    points: [4],
    pattern: /\bipcRenderer\b/,
    in: ['preload/display.ts', 'preload/index.ts'],
    why: 'reaches for the wire outside of a preload',
  },
  {
    points: [4],
    pattern: /\bcontextBridge\b/,
    in: ['preload/display.ts', 'preload/index.ts'],
    why: 'puts something into the page’s world',
  },
  { points: [5], pattern: /\bipcMain\b/, in: [start], why: 'serves calls past the guard' },
  { points: [8], pattern: /\bloadFile\b|['"`]file:\/\//, in: [], why: 'loads a page from a file' },
  {
    points: [10],
    pattern: /['"]unsafe-(inline|eval|hashes)['"]|'unsafe-/,
    in: [],
    why: 'loosens the policy of the page',
  },
  { points: [10], pattern: /\bdangerouslySetInnerHTML\b|\beval\(|new Function\(/, in: [], why: 'runs text as code' },
  { points: [13], pattern: /action: 'allow'/, in: [], why: 'lets a page open a window' },
  { points: [14], pattern: opener, in: [], why: 'hands an address or a file to another program' },
  { points: [15], pattern: /\bopenDevTools\b|appendSwitch\(/, in: [], why: 'opens the program up while it runs' },
  {
    points: [16],
    pattern: /\.(encryptString|decryptString|isEncryptionAvailable)\(/,
    in: [],
    why: 'uses the blocking key store',
  },
  { points: [16], pattern: /\bsetUsePlainTextEncryption\b/, in: [], why: 'keeps secrets as plain text' },
  { points: [20], pattern: /ELECTRON_DISABLE_SECURITY_WARNINGS/, in: [], why: 'silences security warnings' },
];

/** What of the sources breaks a rule, a line for each. @param sources of src/ */
export function shellFaults(sources: readonly Source[]): string[] {
  const bare = sources.map(({ path, code }) => ({ path, code: withoutComments(code) }));
  return rules.flatMap((rule) => {
    const users = bare.filter(({ code }) => rule.pattern.test(code)).map(({ path }) => path);
    const strangers = users.filter((path) => !rule.in.includes(path));
    return strangers.map((path) => `src/${path} ${rule.why} (point ${rule.points.join(', ')})`);
  });
}

/** electron-updater's last way to run an installer that was verified, where Windows does not find it as a program. */
const installerOpener = /\.shell\s*\.openPath\(installerPath\)/;

/** Point 14 in what was built: packages are bundled, and call what no source of ours does. @param bundles of out/main */
export function bundleFaults(bundles: readonly Source[]): string[] {
  return bundles
    .filter(({ code }) => opener.test(withoutComments(code).replace(installerOpener, '')))
    .map(({ path }) => `${path} hands an address or a file to another program (point 14)`);
}

export function sourcesOf(root = join(projectDir, 'src')): Source[] {
  return globSync('**/*.{ts,tsx}', { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    code: readFileSync(join(root, path), 'utf8'),
  }));
}

const Package = z.object({ devDependencies: z.object({ electron: z.string() }) });

/** The newest major that was out when this was last looked at; Electron keeps three alive. Move it with the version. */
const newestMajor = 45;

/** Point 19. @param packageJson its text */
export function electronPinFault(packageJson: string): string | null {
  const { electron } = Package.parse(JSON.parse(packageJson)).devDependencies;
  const major = /^(\d+)\.\d+\.\d+$/.exec(electron)?.[1];
  if (major === undefined) return `Electron is not pinned to one version: ${electron} (point 19)`;
  return Number(major) > newestMajor - 3 ? null : `Electron ${major} gets no fixes any more (point 19)`;
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

if (import.meta.main) {
  const pin = electronPinFault(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  const faults = [...shellFaults(sourcesOf()), ...(pin === null ? [] : [pin])];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
