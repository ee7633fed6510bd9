import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { verifierHtml } from './build-verifier.ts';
import { buildLegal } from './legal/build-legal.ts';
import { listFile, listPackages } from './legal/bundled-packages.ts';
import { projectDir } from './project.ts';

type ServerProgram = 'relay' | 'bridge';

const Package = z.object({
  version: z.string(),
  license: z.string(),
  dependencies: z.object({ 'better-sqlite3': z.string() }),
});

/** Of package-lock.json the packages, which npm knows by their folders. */
const Lock = z.object({
  lockfileVersion: z.number(),
  packages: z.record(z.string(), z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() })),
});

const neededNode = 24;

/**
 * What `node relay.js` and `node bridge.js` run: it checks the version of Node, then loads the program. It is a file of its own because
 * imports run before everything else in a file, and its syntax is one that every Node reads. The exit code is that of
 * scripts/guard-node.mjs; the units of docs/relay.md and docs/bridge.md do not restart after it.
 */
const entryOf = (program: ServerProgram) => `if (parseInt(process.versions.node, 10) < ${neededNode}) {
  console.error('The ${program} needs Node ${neededNode} or newer, and this is Node ' + process.versions.node + ' (' + process.execPath + ').');
  process.exit(78);
}
import('./program.js');
`;

/**
 * Makes the relay or the bridge a folder that is copied to a server as it is: relay.js or bridge.js, which checks Node and loads program.js,
 * the program in one file, with its licences and bill of materials; the relay's verifier.html, which it can serve; and the lists from which
 * `npm ci` fetches the one thing that cannot be in it, SQLite's compiled part, by its hash.
 * @param outDir absolute; emptied
 */
export async function buildServer(program: ServerProgram, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    plugins: [listPackages()],
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg-native'], target: 'node' },
    build: {
      ssr: join(projectDir, `src/${program}/cli/main.ts`),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      // A fault's stack names what it is about.
      minify: false,
      rolldownOptions: {
        // PostgreSQL's other driver, which is asked for by name only where somebody has installed it.
        external: ['better-sqlite3', 'pg-native'],
        output: { format: 'es', entryFileNames: 'program.js', codeSplitting: false },
      },
    },
  });
  const { version, license, dependencies } = Package.parse(
    JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')),
  );
  const shipped = {
    name: `konter-${program}`,
    version,
    license,
    private: true,
    type: 'module',
    main: `${program}.js`,
    engines: { node: `>=${neededNode}` },
    dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
    // It brings its compiled parts.
    allowScripts: { 'better-sqlite3': false },
  };
  // npm fetches better-sqlite3 beside it.
  const others = ['rolldown', 'better-sqlite3', ...(program === 'relay' ? ['qr'] : [])];
  await buildLegal(outDir, { name: shipped.name, version, license, electron: null, bundles: [outDir], others });
  await rm(dirname(join(outDir, listFile)), { recursive: true });
  await writeFile(join(outDir, `${program}.js`), entryOf(program));
  if (program === 'relay') await writeFile(join(outDir, 'verifier.html'), await verifierHtml());
  await writeFile(join(outDir, 'package.json'), toText(shipped));
  await writeFile(join(outDir, 'package-lock.json'), toText(await lockFor(shipped)));
}

const toText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The part of the project's lock that these dependencies need. */
async function lockFor(shipped: { name: string; version: string; dependencies: Record<string, string> }) {
  const { lockfileVersion, packages } = Lock.parse(
    JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8')),
  );
  const needed: typeof packages = {};
  const add = (name: string): void => {
    const folder = `node_modules/${name}`;
    const locked = packages[folder];
    if (!locked) throw new Error(`package-lock.json has no ${folder}`);
    if (folder in needed) return;
    const { dev: _, ...entry } = locked;
    needed[folder] = entry;
    Object.keys(locked.dependencies ?? {}).forEach(add);
  };
  Object.keys(shipped.dependencies).forEach(add);
  const { name, version } = shipped;
  return { name, version, lockfileVersion, requires: true, packages: { '': shipped, ...needed } };
}
