import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** The page of every component, for eyes and for its test. It is no part of the product. */
const config: InlineConfig = {
  root: import.meta.dirname,
  logLevel: 'error',
  plugins: [react(), tailwindcss()],
  build: { outDir: join(import.meta.dirname, '../../out/gallery'), emptyOutDir: true, minify: false },
};

export default config;
