import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { listPackages } from './scripts/legal/bundled-packages.ts';

/**
 * Three bundles into out/. Everything is bundled except what cannot be: Electron itself, and better-sqlite3 and koffi, which find
 * their compiled parts beside their own files.
 */
export default defineConfig({
  main: {
    plugins: [listPackages()],
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      minify: false,
      rolldownOptions: {
        // Threads are started as files of their own, beside this one (journal/worker/run-task.ts, journal/search/*-thread.ts).
        input: {
          index: 'src/main/index.ts',
          'journal-worker': 'src/main/journal/worker/journal-worker.ts',
          'export-worker': 'src/main/journal/export/export-worker.ts',
          'reconcile-worker': 'src/main/journal/reconcile/reconcile-worker.ts',
          'search-worker': 'src/main/journal/search/search-worker.ts',
          'index-worker': 'src/main/journal/search/index-worker.ts',
        },
        external: ['electron', 'better-sqlite3', 'koffi'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [listPackages()],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      minify: true,
      // A sandboxed preload is one CommonJS file that can require nothing but electron.
      rolldownOptions: {
        // They share nothing, so each stays one file.
        input: { index: 'src/preload/index.ts', display: 'src/preload/display.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwindcss(), listPackages()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      // Inlined files would need data: in the page's policy.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: 'src/renderer/index.html', display: 'src/renderer/display.html' } },
    },
  },
});
