import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { Language } from '../src/shared/domain/preferences.ts';

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
}

/**
 * The modules that the counter's first screen loads: what its entry imports, directly or not. Dynamic imports do not count. Of a
 * feature's face only the exports that are imported count, as in the bundle.
 */
export class FirstScreen {
  readonly #entry: string;
  #modules: Set<string> | null = null;

  /** @param entry absolute path of the module that renders the page */
  constructor(entry: string) {
    // The bundler names modules with slashes on every system.
    this.#entry = entry.replaceAll('\\', '/');
  }

  /** False for the entry itself: it awaits the first keys, and what is loaded later must not wait for it. */
  has(id: string, graph: ModuleGraph): boolean {
    this.#modules ??= this.#reach(graph);
    return id !== this.#entry && this.#modules.has(id);
  }

  #reach(graph: ModuleGraph): Set<string> {
    const modules = new Set([this.#entry]);
    // Iterates over what is added meanwhile too.
    for (const id of modules) {
      const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
      for (const imported of importedIds) if (!isFace(imported)) modules.add(imported);
      for (const { names, from } of namedImports(id, code ?? '')) {
        if (isFace(from)) for (const module of exportedFrom(from, names, graph)) modules.add(module);
      }
    }
    return modules;
  }
}

const isFace = (id: string): boolean => /\/src\/renderer\/features\/[^/]+\/index\.ts$/.test(id);

/** `import { a, b as c } from './d.ts'`, and the same with `export`. */
function* namedImports(id: string, code: string): Generator<{ names: Set<string>; from: string }> {
  for (const [, list = '', from = ''] of code.matchAll(/\b(?:im|ex)port\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g)) {
    const names = new Set(list.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''));
    yield { names, from: posix.join(posix.dirname(id), from) };
  }
}

/** The modules that a face has these exports from. */
function* exportedFrom(face: string, names: ReadonlySet<string>, graph: ModuleGraph): Generator<string> {
  for (const row of namedImports(face, graph.getModuleInfo(face)?.code ?? '')) {
    if ([...row.names].some((name) => names.has(name))) yield row.from;
  }
}

/** Bytes of a file as a server sends it. */
export const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).byteLength;

interface BuiltFirstScreen {
  /** by name, with their gzipped sizes */
  files: { name: string; bytes: number }[];
  /** absolute paths of the modules in its scripts */
  modules: string[];
  /** of all scripts of the page by name: those that each imports, and so waits for */
  imports: ReadonlyMap<string, readonly string[]>;
}

/**
 * Builds the counter's page in memory. Of the files those count that are loaded before something can be sold: the page, its styles, the
 * scripts that it loads or that such a script imports, and the messages of the longest language. Screens that are imported later do
 * not count, nor do fonts: the system's letters are there meanwhile.
 */
export async function buildFirstScreen(): Promise<BuiltFirstScreen> {
  const output = await buildRendererInMemory();
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const assets = output.flatMap((file) => (file.type === 'asset' ? [file] : []));
  const named = (name: string): OutputChunk[] => chunks.filter((chunk) => chunk.name === name);
  // The page's entry loads main.tsx with a dynamic import, and main.tsx one language.
  const messages = named('first-messages').toSorted((one, other) => other.code.length - one.code.length);
  if (messages.length !== Language.options.length) throw new Error(`the page has ${messages.length} languages`);
  const first = new Set([...named('index'), ...named('main'), ...messages.slice(0, 1)]);
  // Iterates over what is added meanwhile too.
  for (const { imports } of first) for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
  const page = assets.filter(({ fileName }) => fileName === 'index.html');
  const html = page.map(({ source }) => source.toString()).join('');
  const styles = assets.filter(({ fileName }) => fileName.endsWith('.css') && html.includes(fileName));
  return {
    files: [
      ...[...page, ...styles].map(({ fileName, source }) => ({ name: fileName, bytes: gzipped(source) })),
      ...[...first].map(({ fileName, code }) => ({ name: fileName, bytes: gzipped(code) })),
    ],
    modules: [...first].flatMap(({ modules }) => Object.keys(modules)),
    imports: new Map(chunks.map(({ fileName, imports }) => [fileName, imports])),
  };
}

type OutputFile = Rolldown.RolldownOutput['output'][number];
type OutputChunk = Extract<OutputFile, { type: 'chunk' }>;

async function buildRendererInMemory(): Promise<OutputFile[]> {
  // Loads the bundlers only to build: the configuration imports this file.
  const [vite, { inProduction, rendererConfig }] = await Promise.all([import('vite'), import('./build.ts')]);
  const config = await rendererConfig();
  const built = await inProduction(() =>
    vite.build({ ...config, build: { ...config.build, write: false }, configFile: false }),
  );
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('the page was not built');
  return output.output;
}
