import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { devPages } from './scripts/dev/pages.ts';
import { FirstScreen } from './scripts/first-screen.ts';
import { zodWithoutJsonSchema } from './scripts/lean-zod.ts';
import { listPackages } from './scripts/legal/bundled-packages.ts';
import { procedureNames } from './scripts/procedure-names.ts';

const path = (name: string): string => join(import.meta.dirname, name);

/** A relative path starts with a dot, an absolute one with a slash or a drive and a colon. */
const packageName = /^[@a-z][^:]*$/i;

/** Threads start from files of their own (src/main/base/system/worker-path.ts). */
export const threads = {
  'journal-worker': path('src/main/runtime/database-worker.ts'),
  'export-worker': path('src/main/files/export/export-worker.ts'),
  'reconcile-worker': path('src/main/files/reconciliation/reconcile-worker.ts'),
  'search-worker': path('src/main/search/search-worker.ts'),
  'index-worker': path('src/main/search/index-worker.ts'),
};

/**
 * The three bundles of the desktop program: out/ for a build, .dev/out for `npm run dev`. Electron, better-sqlite3 and koffi stay
 * external: the last two load their compiled parts from their own folders.
 */
export default defineConfig(({ command }) => {
  const isDev = command === 'serve';
  const out = isDev ? '.dev/out' : 'out';
  const firstScreen = new FirstScreen(path('src/renderer/main.tsx'));
  return {
    main: {
      root: path('.'),
      plugins: [listPackages(), procedureNames()],
      build: {
        outDir: path(`${out}/main`),
        // Electron may start while the next rebuild writes: every file that it loads stays there.
        emptyOutDir: !isDev,
        externalizeDeps: false,
        minify: false,
        rolldownOptions: {
          input: {
            index: path(isDev ? 'src/main/hosts/electron/dev-entry.ts' : 'src/main/index.ts'),
            ...threads,
          },
          // A rebuild in development takes half the time without the packages.
          external: isDev ? [packageName] : ['electron', 'better-sqlite3', 'koffi'],
          // A module of ours of which nothing is used is left out of a thread: none is imported for what it does when loaded.
          treeshake: {
            moduleSideEffects: [{ test: /^(?!.*\/node_modules\/).*\/src\/(main|shared)\//, sideEffects: false }],
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: isDev ? '[name].js' : '[name]-[hash].js',
          },
        },
      },
    },
    preload: {
      root: path('.'),
      plugins: [listPackages(), procedureNames()],
      build: {
        outDir: path(`${out}/preload`),
        externalizeDeps: false,
        minify: true,
        // A sandboxed preload is one CommonJS file that can require nothing but electron. The two share no module.
        rolldownOptions: {
          input: { index: path('src/preload/index.ts'), display: path('src/preload/display.ts') },
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: path('src/renderer'),
      cacheDir: path('.dev/vite'),
      // cors: only the page itself loads its modules. The second folder differs where node_modules is a link.
      server: { host: '127.0.0.1', cors: false, fs: { allow: [path('.'), realpathSync(path('node_modules'))] } },
      plugins: [
        react(),
        tailwindcss(),
        zodWithoutJsonSchema(),
        listPackages(),
        procedureNames(),
        ...(isDev ? [devPages()] : []),
      ],
      build: {
        outDir: path(`${out}/renderer`),
        minify: true,
        // The browser host serves the same pages to any browser. These are the versions of Vite's default target.
        target: 'es2022',
        cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
        // Inlined files would need data: in the page's policy.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 900,
        rolldownOptions: {
          input: { index: path('src/renderer/index.html'), display: path('src/renderer/display.html') },
          // The face of a feature brings in what is imported from it, and nothing of its later screens.
          treeshake: {
            moduleSideEffects: [{ test: /\/src\/renderer\/features\/[^/]+\/index\.ts$/, sideEffects: false }],
          },
          output: {
            // Each file costs a request, and most shared modules are small: they are put into two files.
            codeSplitting: {
              groups: [
                // The page's entry records keys before anything else is there: what it imports stays apart.
                { name: 'entry', test: /early-keys|preload-helper|style\.css/, priority: 1 },
                // By the face of a feature a group would bring all of it.
                {
                  debugName: 'first',
                  name: (id, modules) => (firstScreen.has(id, modules) ? 'first' : null),
                  includeDependenciesRecursively: false,
                },
                // Parts of the contract stay apart, to come with the first call of each, and import no later file that imports one.
                {
                  name: 'domain',
                  test: /\/src\/shared\/(?:domain|wire)\//,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'later',
                  test: /^(?!.*\/src\/shared\/)/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  };
});
