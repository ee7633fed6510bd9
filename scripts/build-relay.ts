import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { projectDir } from './project.ts';

const Package = z.object({
  version: z.string(),
  license: z.string(),
  dependencies: z.object({ 'better-sqlite3': z.string() }),
});

const neededNode = 24;

/**
 * What `node relay.js` runs: it checks the version of Node, then loads the program. It is a file of its own because imports run
 * before everything else in a file, and its syntax is one that every Node reads. The exit code is that of
 * scripts/guard-node.mjs; the unit of docs/relay.md does not restart after it.
 */
const entry = `if (parseInt(process.versions.node, 10) < ${neededNode}) {
  console.error('The relay needs Node ${neededNode} or newer, and this is Node ' + process.versions.node + ' (' + process.execPath + ').');
  process.exit(78);
}
import('./program.js');
`;

/**
 * Makes the relay a folder that is copied to a server as it is: relay.js, which checks Node and loads program.js, the program in
 * one file, and a package.json from which `npm install` fetches the one thing that cannot be in it, SQLite's compiled part.
 * @param outDir absolute; emptied
 */
export async function buildRelay(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg-native'], target: 'node' },
    build: {
      ssr: join(projectDir, 'src/relay/cli/main.ts'),
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
    name: 'konter-relay',
    version,
    license,
    private: true,
    type: 'module',
    main: 'relay.js',
    engines: { node: `>=${neededNode}` },
    dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
  };
  await writeFile(join(outDir, 'relay.js'), entry);
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`);
}
