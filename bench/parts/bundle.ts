/**
 * Decides which screens, words and packages the page loads later (electron.vite.config.ts, src/renderer/app/App.tsx), and so
 * what a new package costs who waits for the first sale.
 */
import { build } from 'vite';
import { buildFirstScreen, gzipped } from '../../scripts/first-screen.ts';
import { projectDir } from '../../scripts/project.ts';
import { type Figure, figure } from '../figures.ts';

/** What the first screen loads, of which a test holds the limit. The baseline is a page of React alone, built alike. */
export async function benchBundle(): Promise<Figure[]> {
  const { files } = await buildFirstScreen();
  return [
    figure(
      {
        bench: 'bundle',
        metric: `first screen, gzip, ${files.length} files`,
        unit: 'kB',
        ours: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
        baseline: (await reactAlone()) / 1000,
        against: 'a page of React alone',
      },
      { maxRatio: 3 },
    ),
  ];
}

/** Bytes of a script that renders one word with React. */
async function reactAlone(): Promise<number> {
  const entry = 'react-alone';
  const code = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.body).render(createElement('p', null, 'Konter'));`;
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    mode: 'production',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !('output' in first)) throw new Error('the page of React alone was not built');
  return first.output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipped(chunk.code) : 0), 0);
}
