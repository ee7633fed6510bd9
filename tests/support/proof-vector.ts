import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../docs/proof-format.md'), 'utf8');
const block = /## Test vector[\s\S]*?```\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const lines = new Map(
  block.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^(.+?)\s{2,}(.+)$/.exec(line) ?? [];
    return name && value ? [[name, value]] : [];
  }),
);

/** A line of the test vector as docs/proof-format.md has it. Throws where the page has none of that name. */
export function vector(name: string): string {
  const value = lines.get(name);
  if (value === undefined) throw new Error(`docs/proof-format.md has no line "${name}"`);
  return value;
}
