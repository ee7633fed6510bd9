import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const projectDir = join(import.meta.dirname, '../..');

/** [where, what is written there]: each breaks one rule of the house. */
const planted: ReadonlyArray<readonly [string, string]> = [
  ['src/shared/domain/a.ts', "import 'react';"],
  ['src/shared/domain/b.ts', "import 'node:fs';"],
  ['src/shared/contract/c.ts', "import '../../main/sales/x.ts';"],
  ['src/shared/contract/d.ts', "import '../../relay/core/x.ts';"],
  ['src/shared/wire/e.ts', 'export const now = Date.now();'],
  ['src/shared/wire/f.ts', "export const page = fetch('https://example.com');"],
  ['src/renderer/a.ts', "import '../main/runtime/create-app.ts';"],
  ['src/renderer/b.ts', "import 'electron';"],
  ['src/renderer/c.ts', "import 'node:path';"],
  ['src/renderer/features/d.ts', "import '../../simulator/core/x.ts';"],
  ['src/renderer/features/e.ts', "import 'fastify';"],
  ['src/preload/a.ts', "import 'zod';"],
  ['src/preload/b.ts', "import '../main/hosts/electron/x.ts';"],
  ['src/main/base/a.ts', "import '../sales/x.ts';"],
  ['src/main/base/b.ts', 'export const timer = setTimeout(() => {}, 1);'],
  ['src/main/sales/a.ts', "import '../printing/x.ts';"],
  ['src/main/sales/b.ts', "import 'electron';"],
  ['src/main/sales/c.ts', "import 'fastify';"],
  ['src/main/sales/d.ts', "import 'node:fs';"],
  ['src/main/sales/e.ts', 'export const chance = Math.random();'],
  ['src/main/sales/f.ts', 'export const timer = setTimeout(() => {}, 1);'],
  ['src/main/sales/g.ts', 'export const now = Date.now();'],
  ['src/main/sales/h.ts', 'export const id = crypto.randomUUID();'],
  ['src/main/provider/a.ts', "import '../sales/x.ts';"],
  ['src/main/provider/b.ts', "import '../runtime/x.ts';"],
  ['src/main/db/a.ts', "import '../sales/x.ts';"],
  ['src/main/schema/a.ts', "import '../ledger/x.ts';"],
  ['src/main/schema/b.ts', "import 'zod';"],
  ['src/main/ledger/schema.ts', "import '../base/x.ts';"],
  ['src/main/ledger/a.ts', "import '../runtime/x.ts';"],
  ['src/main/runtime/a.ts', "import '../ledger/x.ts';"],
  ['src/main/catalogue/a.ts', "import '../../simulator/x.ts';"],
  ['src/main/printing/a.ts', "import '../hosts/electron/x.ts';"],
  ['src/main/relay-client/a.ts', "import '../../relay/core/x.ts';"],
  ['src/main/relay-client/b.ts', "import 'node:https';"],
  ['src/main/runtime/a.ts', "import '../hosts/browser/host.ts';"],
  ['src/main/runtime/b.ts', "import 'electron';"],
  ['src/main/runtime/c.ts', "import 'fastify';"],
  ['src/main/hosts/browser/a.ts', "import 'electron';"],
  ['src/main/hosts/browser/b.ts', "import '../electron/x.ts';"],
  ['src/main/hosts/browser/page/c.ts', "import 'zod';"],
  ['src/main/hosts/browser/page/d.ts', "import '../host.ts';"],
  ['src/main/hosts/electron/a.ts', "import 'fastify';"],
  ['src/main/hosts/electron/b.ts', "import '../browser/x.ts';"],
  ['src/main/index.ts', "import './hosts/browser/x.ts';"],
  ['src/verifier/a.ts', "import '../renderer/x.ts';"],
  ['src/verifier/b.ts', "import 'zod';"],
  ['src/verifier/c.ts', "import 'qr/dom.js';"],
  ['src/relay/a.ts', "import '../main/sales/x.ts';"],
  ['src/relay/b.ts', "import 'electron';"],
  ['src/relay/core/c.ts', "import 'node:fs';"],
  ['src/relay/core/d.ts', "import 'fastify';"],
  ['src/relay/core/e.ts', 'export const now = Date.now();'],
  ['src/relay/f.ts', "import '../bridge/core/x.ts';"],
  ['src/server/a.ts', "import '../relay/core/x.ts';"],
  ['src/server/b.ts', "import '../main/base/x.ts';"],
  ['src/bridge/a.ts', "import '../relay/core/x.ts';"],
  ['src/bridge/b.ts', "import '../main/sales/x.ts';"],
  ['src/bridge/core/c.ts', "import 'node:https';"],
  ['src/bridge/core/d.ts', "import '../store/x.ts';"],
  ['src/bridge/providers/e.ts', 'export const now = Date.now();'],
  ['src/main/training/f.ts', "import '../../bridge/core/x.ts';"],
  ['src/simulator/a.ts', "import '../relay/core/x.ts';"],
  ['src/simulator/d.ts', "import '../server/x.ts';"],
  ['src/simulator/core/b.ts', "import 'node:http';"],
  ['src/simulator/core/c.ts', 'export const chance = Math.random();'],
  ['src/shared/domain/one.ts', "import type { Other } from './other.ts';\nexport type One = Other | 1;"],
  ['src/shared/domain/other.ts', "import type { One } from './one.ts';\nexport type Other = One | 2;"],
];

const foldersOf = (path: string): string[] =>
  readdirSync(join(projectDir, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}`] : [],
  );

/** Whatever folder there is, in main and in the pages: a new one is in no rule of its own, and none may do this. */
const everywhere: ReadonlyArray<readonly [string, string]> = [
  ...foldersOf('src/main').flatMap((path) => {
    if (path === 'src/main/hosts') return [];
    return [
      [`${path}/every-a.ts`, "import 'electron';"] as const,
      [`${path}/every-b.ts`, "import 'fastify';"] as const,
      [`${path}/every-c.ts`, "import '../hosts/browser/host.ts';"] as const,
      [`${path}/every-d.ts`, "import '../../renderer/x.ts';"] as const,
    ];
  }),
  ...[...foldersOf('src/renderer'), ...foldersOf('src/renderer/features')].flatMap((path) => {
    const up = '../'.repeat(path.split('/').length - 1);
    return [
      [`${path}/every-a.ts`, "import 'electron';"] as const,
      [`${path}/every-b.ts`, "import 'node:fs';"] as const,
      [`${path}/every-c.ts`, `import '${up}main/sales/x.ts';`] as const,
    ];
  }),
];

/** What the house allows, so that a rule which forbids everything does not pass for one that works. */
const allowed: ReadonlyArray<readonly [string, string]> = [
  ['src/shared/domain/ok.ts', "import 'zod';"],
  ['src/renderer/ok.ts', "import 'react';\nimport '../shared/contract/x.ts';"],
  ['src/verifier/ok.ts', "import 'qr/decode.js';\nimport '../shared/domain/proof.ts';"],
  ['src/main/sales/ok.ts', "import '../base/system.ts';\nimport '../../shared/domain/x.ts';"],
  ['src/main/schema/ok.ts', "import '../staff/schema.ts';"],
  ['src/main/db/ok.ts', "import '../schema/index.ts';"],
  ['src/main/relay-client/ok.ts', "import './x.ts';\nimport '../../shared/wire/relay.ts';"],
  ['src/main/hosts/browser/ok.ts', "import 'fastify';\nimport '../../runtime/create-app.ts';"],
  ['src/main/hosts/browser/page/ok.ts', "import './call.ts';\nimport '../../../../shared/contract/bridge.ts';"],
  ['src/main/hosts/electron/ok.ts', "import 'electron';\nimport '../../runtime/create-app.ts';"],
  [
    'src/relay/ok.ts',
    "import 'fastify';\nimport './core/x.ts';\nimport '../server/x.ts';\nimport '../shared/wire/x.ts';",
  ],
  ['src/bridge/ok.ts', "import './core/x.ts';\nimport '../server/x.ts';\nimport '../shared/wire/x.ts';"],
  ['src/bridge/core/ok.ts', "import 'node:crypto';\nimport '../../server/x.ts';"],
];

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

let dir: string;
let broken: Map<string, string[]>;

// One run over the whole planted tree: the linter's start is what takes the time.
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'konter-layers-'));
  // Through the folder's own file, because the globs of a config count from where it lies.
  await writeFile(
    join(dir, 'oxlint.config.ts'),
    `export { default } from '${join(projectDir, 'oxlint.config.ts')}';\n`,
  );
  for (const [path, text] of [...planted, ...everywhere, ...allowed]) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), `${text}\n`);
  }
  broken = rulesByFile(await lint(dir));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function lint(cwd: string): Promise<string> {
  const oxlint = join(projectDir, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'json'], { cwd, maxBuffer: 10_000_000 }, (_found, stdout) =>
      resolve(stdout),
    );
  });
}

function rulesByFile(output: string): Map<string, string[]> {
  const rules = new Map<string, string[]>();
  for (const { code, filename } of Report.parse(JSON.parse(output)).diagnostics) {
    if (/no-restricted-(imports|globals|properties)|no-cycle/.test(code))
      rules.set(filename, [...(rules.get(filename) ?? []), code]);
  }
  return rules;
}

test.each([...planted, ...everywhere])('%s must not say: %s', (path) => {
  expect(broken.get(path)).toBeDefined();
});

test.each(allowed)('%s may say: %s', (path) => {
  expect(broken.get(path)).toBeUndefined();
});
