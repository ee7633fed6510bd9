import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build as viteBuild } from 'vite';
import { built, projectDir } from './project.ts';

const source = (name: string): string => join(projectDir, 'src/verifier', name);

export async function buildVerifier(): Promise<void> {
  await mkdir(dirname(built.verifier), { recursive: true });
  await writeFile(built.verifier, await verifierHtml());
}

/** The verifier as one file that asks nothing of anybody: script and style stand in it, and its policy names their hashes. */
export async function verifierHtml(): Promise<string> {
  const [page, style, script] = await Promise.all([
    readFile(source('index.html'), 'utf8'),
    readFile(source('style.css'), 'utf8'),
    bundle(),
  ]);
  const parts: Record<string, string> = {
    __SCRIPT_HASH__: hashOf(script),
    __STYLE_HASH__: hashOf(style),
    '<!-- __STYLE__ -->': `<style>${style}</style>`,
    '<!-- __SCRIPT__ -->': `<script>${script}</script>`,
  };
  return page.replace(/<!-- __[A-Z]+__ -->|__[A-Z_]+_HASH__/g, (name) => parts[name] ?? name);
}

async function bundle(): Promise<string> {
  const output = await viteBuild({
    configFile: false,
    logLevel: 'warn',
    root: projectDir,
    publicDir: false,
    build: {
      write: false,
      lib: { entry: source('verifier.ts'), formats: ['iife'], name: 'konterVerifier', fileName: () => 'verifier.js' },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk || /<\/script|<!--/i.test(chunk.code)) throw new Error('the verifier cannot be put into one page');
  // The browser hashes what stands between the tags, to the last line's end.
  return chunk.code.trim();
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
