import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/database-files.ts';

const run = promisify(execFile);
const projectDir = join(import.meta.dirname, '../..');

/** Files that are new, by their path in src. */
const added = {
  'shared/contract/stamps.ts': `
import { z } from 'zod';
import { procedure } from './procedure.ts';
export const stamps = {
  'stamps.collect': procedure({
    input: z.strictObject({ count: z.int().min(1).max(9) }),
    output: z.object({ collected: z.int() }),
    needs: 'sell',
    office: 'counter',
  }),
};`,
  'main/stamps/api.ts': `
import { ok } from '../../shared/contract/errors.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';

export interface Stamps { collect(count: number): Promise<number> }

export class StampBook {
  readonly #stamps: Stamps;
  constructor({ db }: { db: { stamps: Stamps } }) { this.#stamps = db.stamps; }
  collect(count: number): Promise<number> { return this.#stamps.collect(count); }
}

export const stampsFeature = defineFeature({
  tables: ({ db, write }: DatabaseParts): { stamps: Stamps } => {
    const add = db.prepare('INSERT INTO stamps (count) VALUES (?)');
    const sum = db.prepare('SELECT sum(count) FROM stamps').pluck();
    return { stamps: { collect: (count) => write(() => { add.run(count); return Number(sum.get()); }) } };
  },
  open: (context: ModeContext & { db: { stamps: Stamps } }) => ({ stampBook: new StampBook(context) }),
  handlers: ({ runtime }: { runtime(): { stampBook: StampBook } }): HandlersOf<'stamps'> => ({
    'stamps.collect': async ({ count }) => ok({ collected: await runtime().stampBook.collect(count) }),
  }),
});`,
  'main/stamps/schema.ts': `
/** One row for each time that stamps were collected. */
export const stampsSchema = { 6: 'CREATE TABLE stamps (count INTEGER NOT NULL) STRICT;' };`,
  'main/stamps/index.ts': `
/** Stamps that a customer collects. */
export { stampsFeature } from './api.ts';`,
};

/** [path in src, what stands there, what takes its place] */
const changed: readonly (readonly [string, string | RegExp, string])[] = [
  ['shared/contract/registry.ts', /(import \{ shop \} from [^\n]*\n)/, "$1import { stamps } from './stamps.ts';\n"],
  ['shared/contract/registry.ts', /( {2}\.\.\.shop,\n)/, '$1  ...stamps,\n'],
  [
    'main/schema/index.ts',
    /(import \{ tabsSchema \}[^\n]*\n)/,
    "import { stampsSchema } from '../stamps/schema.ts';\n$1",
  ],
  ['main/schema/index.ts', '  staffSchema,\n', '  staffSchema,\n  stampsSchema,\n'],
  [
    'main/runtime/features.ts',
    /(import \{[^}]*\} from '\.\.\/tabs\/index\.ts';\n)/,
    "import { stampsFeature } from '../stamps/index.ts';\n$1",
  ],
  ['main/runtime/features.ts', 'export const stored = [', 'export const stored = [\n  stampsFeature,'],
  ['main/runtime/features.ts', 'export const overDatabase = [', 'export const overDatabase = [\n  stampsFeature,'],
];

/** Its words in both languages, which no type demands of a feature without an error or event of its own. */
const messages = 2;

/** Opens a counter in training, and collects twice. */
const use = `
import { nodeSystem } from './src/main/base/system/node-system.ts';
import { createApp } from './src/main/runtime/create-app.ts';
const log = { info() {}, warn() {}, error: console.error };
const secrets = { read: async () => null, write: async () => {} };
const printer = { print: async () => ({ kind: 'handed_over' }) };
const app = await createApp(nodeSystem, { dataDir: './data', env: {}, secrets, printer, log, version: '0.0.0-test' });
await app.handlers['stamps.collect']({ count: 2 });
console.log(JSON.stringify(await app.handlers['stamps.collect']({ count: 3 })));
await app.close();
process.exit(0);`;

test('a feature with a table and a procedure changes at most nine files, compiles, and is served', {
  timeout: 600_000,
}, async () => {
  const dir = temporaryFolder();
  for (const name of ['src', 'package.json', 'tsconfig.base.json'])
    await cp(join(projectDir, name), join(dir, name), { recursive: true });
  await symlink(join(projectDir, 'node_modules'), join(dir, 'node_modules'));
  for (const [path, text] of Object.entries(added)) {
    await mkdir(join(dir, 'src', path, '..'), { recursive: true });
    await writeFile(join(dir, 'src', path), text);
  }
  const edits = [
    ...changed.map(([path, ...edit]) => [join('src', path), ...edit] as const),
    // Else its types would take the place of the project's own.
    ['tsconfig.base.json', 'node_modules/.cache/types', 'types'] as const,
  ];
  for (const [path, before, after] of edits) {
    const text = await readFile(join(dir, path), 'utf8');
    const next = text.replace(before, after);
    expect(next, `${path}: ${String(before)}`).not.toBe(text);
    await writeFile(join(dir, path), next);
  }
  expect(Object.keys(added).length + new Set(changed.map(([path]) => path)).size + messages).toBeLessThanOrEqual(9);
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const types = await run(process.execPath, [tsc, '-b', 'src/main', '--pretty', 'false'], { cwd: dir }).catch(
    (error: { stdout: string }) => error,
  );
  expect(types.stdout).toBe('');
  await writeFile(join(dir, 'use.ts'), use);
  const served = await run(process.execPath, ['use.ts'], { cwd: dir });
  expect(JSON.parse(served.stdout)).toEqual({ ok: true, value: { collected: 5 } });
});
