import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseAst } from 'vite';
import { z } from 'zod';
import { parseCommandLine } from '../src/main/hosts/command-line.ts';
import { projectDir } from './project.ts';

/** A module and what it imports, types included. Paths are relative to the project's folder, with "/". */
export interface Module {
  path: string;
  code: string;
  imports: readonly string[];
  /** those of them that are loaded only when they are needed */
  lazy?: readonly string[];
}

/** One number of the architecture, and the places behind it. */
export interface Measure {
  name: string;
  /** what may not be exceeded; lower it whenever the count falls */
  most: number;
  places: readonly string[];
}

const relativeImport = /(\bfrom|\bimport\()\s*['"](\.[^'"]+\.tsx?)['"]/g;

export function readModules(root: string, pattern = 'src/**/*.{ts,tsx}'): Module[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      const importPairs = [...code.matchAll(relativeImport)].map(
        ([, keyword, name = '']) => [keyword, posix.join(dirname(path), name)] as const,
      );
      const lazy = importPairs.flatMap(([keyword, to]) => (keyword === 'import(' ? [to] : []));
      return { path, code, imports: importPairs.map(([, to]) => to), lazy };
    });
}

/** Folders whose files may be imported one by one: what every feature needs, and what puts features together. */
const withoutFace = new Set(['base', 'db', 'runtime', 'hosts']);

/** The tables of a feature: they stand in its folder, and belong to the list in src/main/schema. */
const isSchema = (path: string): boolean => /^src\/main\/[^/]+\/schema\.ts$/.test(path);

/** The room that a file belongs to: a folder of src/main or of the pages, each feature of theirs by itself. Null: none. */
const roomOf = (path: string): string | null =>
  isSchema(path)
    ? 'schema'
    : (/^src\/(?:main\/([^/]+)|(renderer\/features\/[^/]+|renderer\/[^/]+))\//.exec(path)?.slice(1).find(Boolean) ??
      null);

/** Rooms that import each other, directly or over others. */
export function roomCircles(modules: readonly Module[]): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const from = roomOf(path);
    if (from === null) continue;
    for (const to of imports.map(roomOf)) {
      if (to !== null && to !== from) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  }
  const reach = (from: string): Set<string> => {
    const seen = new Set(uses.get(from));
    for (const each of seen) for (const next of uses.get(each) ?? []) seen.add(next);
    return seen;
  };
  return [...uses.keys()].filter((room) => reach(room).has(room)).toSorted();
}

/** The face of the feature that a file is an inner one of; null where any of its room's files may be imported. */
function faceOf(path: string): string | null {
  const room = roomOf(path);
  if (room === null || withoutFace.has(room)) return null;
  if (room.startsWith('renderer/')) return room.startsWith('renderer/features/') ? `src/${room}/index.ts` : null;
  return `src/main/${room}/index.ts`;
}

/** Imports of a feature's inner file from another room. A screen is loaded by its own file, when it is opened. */
export function importsPastFace(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports, lazy = [] }) =>
    imports
      .filter((to) => {
        const face = faceOf(to);
        const isScreen = path.startsWith('src/renderer/app/') && lazy.includes(to);
        return (
          face !== null &&
          to !== face &&
          roomOf(to) !== roomOf(path) &&
          !isScreen &&
          /^src\/(main|renderer)\//.test(path)
        );
      })
      .map((to) => `${path} imports ${to}`),
  );
}

/** What may import what stands before it, and nothing that comes later. */
const orders: ReadonlyArray<readonly RegExp[]> = [
  ['i18n/', 'host/', 'state/', 'ui/', 'features/', ''].map((room) => new RegExp(`^src/renderer/${room}`)),
  ['domain/', 'wire/', 'contract/'].map((room) => new RegExp(`^src/shared/${room}`)),
];

/** Imports against the order of the pages' rooms, or of what everything shares. */
export function importsUpward(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports }) =>
    imports
      .filter((to) =>
        orders.some((order) => {
          const [from, target] = [path, to].map((each) => order.findIndex((room) => room.test(each)));
          return from !== undefined && target !== undefined && from !== -1 && target > from;
        }),
      )
      .map((to) => `${path} imports ${to}`),
  );
}

const minLines = 25;

/** Files of src/main that are too short to be worth a name; a face and a feature's tables have their place however short they are. */
export function shortFiles(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => path.startsWith('src/main/') && !path.endsWith('/index.ts') && !isSchema(path))
    .filter(({ code }) => code.split('\n').length <= minLines)
    .map(({ path }) => path);
}

const realTime =
  /\b(systemClock|systemRandom|nodeSystem|setInterval|setTimeout|setImmediate|AbortSignal\.timeout|Date\.now|performance\.now|Math\.random|randomUUID|randomBytes)\b|\bnew Date\(\)/g;

/** The first module of a thread or a command takes the machine's own system, and hands it on. */
const isEntry = (code: string): boolean => /\b(parentPort|serveCalls\(|import\.meta\.main)/.test(code);

/** Uses of the machine's own clock, timers and randomness in src/main outside base/system, the hosts and entries. */
export function realTimeUses(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => path.startsWith('src/main/') && !/^src\/main\/(base\/system|hosts)\//.test(path))
    .flatMap(({ path, code }) =>
      [...withoutComments(code).matchAll(realTime)]
        .map(([word]) => word)
        .filter((word) => !isEntry(code) || !/^(system|nodeSystem)/.test(word))
        .map((word) => `${path}: ${word}`),
    );
}

/** Words with a term in the glossary; as a whole part of an identifier. */
const refusedWords =
  /^(ears?|hears?|heard|told|tells?|keepers?|desks?|wish(es)?|news|weighs?|weighed|letGo|passed|aside|worlds?|seats?|turns?|anew|amend(ed)?|unwritten)$/;

/** Names of Electron's API and of HTML. */
const platformNames = new Set(['exposeInMainWorld', 'aside']);

/** Identifiers that use such a word. */
export function refusedNames(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, code }) => {
      const plain = withoutComments(code).replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
      const names = new Set(plain.match(/[A-Za-z][A-Za-z0-9]*/g));
      return [...names]
        .filter((name) => !platformNames.has(name))
        .filter(
          (name) =>
            name.startsWith('whyNot') ||
            name.startsWith('letGo') ||
            partsOf(name).some((word) => refusedWords.test(word)),
        )
        .map((name) => `${path}: ${name}`);
    });
}

/** Words that say how a thing was got and not what it is; refused as the whole name of a declaration, in any capitals. */
const vagueNames = /^(asks?|asked|found|shown|known|kept|given|told|said|hears|how|made|opening|what|part)$/i;

/** Members of a union that have a term in the glossary. */
const vagueMembers = /^(stale|deaf|kept|known|asked|given|shown|found|told)$/;

/** Names that are not ours alone to change. */
const fixedNames: ReadonlyArray<{ name: string; paths: RegExp; why: string }> = [
  {
    name: 'kept',
    paths: /^src\/(relay|main\/(relay-client|customers))\//,
    why: 'the relay’s answer to an erasure, and its lists',
  },
  {
    name: 'kept',
    paths: /^tests\/(relay\/mailbox-commands|unit\/customers\/erasure-queue)/,
    why: 'the same answers, as a test reads them',
  },
  {
    name: 'part',
    paths: /^src\/relay\/(core\/shipped-log|store\/tables)\.ts$/,
    why: 'a column, and a request’s parameter',
  },
  { name: 'part', paths: /^src\/renderer\/features\/payment\/payment-choice\.ts$/, why: 'stored with a parked sale' },
  {
    name: 'known',
    paths: /^src\/main\/ledger\/shift-repository\.ts$/,
    why: 'the contract’s name, spread into a cash move',
  },
  { name: 'found', paths: /^src\/renderer\/features\/receipts\/VerifyDialog\.tsx$/, why: 'a key of the messages' },
  { name: 'asked', paths: /^src\/main\/customers\/erasure-queue\.ts$/, why: 'stored in the queue' },
];

interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The names that a pattern binds: of a variable, a parameter, or what is taken out of an object or a list. */
function boundNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  if (!isSyntaxNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return typeof pattern['name'] === 'string' ? [pattern['name']] : [];
    case 'ObjectPattern':
      return boundNames(pattern['properties']);
    case 'Property':
      return boundNames(pattern['value']);
    case 'ArrayPattern':
      return boundNames(pattern['elements']);
    case 'AssignmentPattern':
      return boundNames(pattern['left']);
    case 'RestElement':
      return boundNames(pattern['argument']);
    default:
      return [];
  }
}

/** Where the names of a declaration stand, by its kind. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  CatchClause: ['param'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSTypeParameter: ['name'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key', 'params'],
  TSFunctionType: ['params'],
};

/** The names that a module declares, and the texts of its unions of types. */
function declaredNames(code: string, path: string): { names: string[]; members: string[] } {
  const names: string[] = [];
  const members: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isSyntaxNode(value)) return;
    names.push(...(namesOf[value.type] ?? []).flatMap((field) => boundNames(value[field])));
    const { literal } = value;
    if (value.type === 'TSLiteralType' && isSyntaxNode(literal) && typeof literal['value'] === 'string')
      members.push(literal['value']);
    Object.values(value).forEach(visit);
  };
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return { names, members };
}

/** Declarations that are called by such a word alone, and members of our own unions; what crosses a border keeps its name. */
export function vagueDeclarations(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => /^(src|tests|bench)\//.test(path) && !/^src\/shared\/(contract|wire)\//.test(path))
    .flatMap(({ path, code }) => {
      const { names, members } = declaredNames(code, path);
      const vague = [
        ...names.filter((name) => vagueNames.test(name)),
        ...members.filter((member) => path.startsWith('src/') && vagueMembers.test(member)),
      ];
      return [...new Set(vague)]
        .filter((name) => !fixedNames.some((fixed) => fixed.name === name && fixed.paths.test(path)))
        .map((name) => `${path}: ${name}`);
    });
}

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const withoutComments = (code: string): string => code.replaceAll(comments, '');

/** Unit tests without a module at their path: tests/unit/x/y.test.ts, or y.process.test.ts, tests src/main/x/y.ts, src/x/y.ts or scripts/y.ts. */
export function misplacedTests(root: string): string[] {
  return globSync('tests/unit/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => {
      const subject = path.replace(/^tests\/unit\//, '').replace(/(\.(process|full))?\.test\.ts$/, '');
      const places = [`src/main/${subject}`, `src/${subject}`, subject];
      return !places.some((place) => ['.ts', '.tsx', '.css'].some((end) => existsSync(join(root, place + end))));
    })
    .toSorted();
}

const testFiles = '{tests,bench}/**/*.{ts,tsx}';

const ownFiles = '{*,{src,scripts,tests,bench}/**/*}.{ts,tsx}';

/** Comments that send a reader to a module which is not there, or not in that folder. */
export function staleReferences(modules: readonly Module[], root: string): string[] {
  const files = globSync(ownFiles, { cwd: root }).map((path) => `/${path.replaceAll('\\', '/')}`);
  const isThere = (name: string): boolean => files.some((path) => path.endsWith(`/${name}`));
  return modules.flatMap(({ path, code }) =>
    (code.match(comments) ?? [])
      .flatMap((text) => text.match(/(?<![\w/.{}-])[\w/-]*[\w-]\.tsx?\b/g) ?? [])
      .filter((name) => !isThere(name))
      .map((name) => `${path}: ${name}`),
  );
}

const saleAmounts =
  /\b(tendered|total)\)?\s*-\s*\w+|\btotal\s*\?\?\s*\w*\.?(price|tendered)\b|\bcoalesce\(\s*\w*\.?(total|tendered)\b/gi;

/** Amounts of a sale that are computed, in code or SQL, where no test compares them with shared/domain/cash.ts. */
export function amountRules(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => path !== 'src/shared/domain/cash.ts')
    .flatMap(({ path, code }) =>
      [...withoutComments(code).matchAll(saleAmounts)].map(([rule]) => `${path}: ${rule.replaceAll(/\s+/g, ' ')}`),
    );
}

/** What `npm run check` holds. */
export function measure(modules: readonly Module[], root = projectDir): Measure[] {
  return [
    { name: 'rooms in a circle', most: 0, places: roomCircles(modules) },
    { name: 'imports past a face', most: 0, places: importsPastFace(modules) },
    { name: 'imports against the order of rooms', most: 0, places: importsUpward(modules) },
    { name: `files of src/main up to ${minLines} lines`, most: 4, places: shortFiles(modules) },
    { name: 'real time or chance outside base/system', most: 0, places: realTimeUses(modules) },
    { name: 'amounts of a sale computed outside shared/domain/cash.ts', most: 3, places: amountRules(modules) },
    {
      name: 'names against the glossary',
      most: 2,
      places: [...refusedNames(modules), ...vagueDeclarations([...modules, ...readModules(root, testFiles)])],
    },
    { name: 'comments that name a missing module', most: 0, places: staleReferences(modules, root) },
    { name: 'unit tests without a module at their path', most: 0, places: misplacedTests(root) },
  ];
}

function main(): void {
  const { list } = parseCommandLine({
    usage:
      'node scripts/architecture.ts [--list]\n\nThe architecture’s numbers against their limits; --list names every place.',
    options: { list: { type: 'boolean' } },
    schema: z.object({ list: z.boolean().default(false) }),
  });
  const modules = readModules(projectDir);
  const inMain = modules.filter(({ path }) => path.startsWith('src/main/'));
  console.log(`${modules.length} files in src, ${inMain.length} in src/main`);
  for (const { name, most, places } of measure(modules)) {
    const over = places.length > most;
    console.log(`${over ? 'FAILED' : 'ok    '} ${name}: ${places.length}, at most ${most}`);
    if (over || list) console.log(places.map((place) => `  ${place}`).join('\n'));
    if (over) process.exitCode = 1;
  }
}

if (import.meta.main) main();
