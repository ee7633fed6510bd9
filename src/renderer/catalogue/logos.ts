import { create } from 'zustand';
import { call } from '../host/call.ts';

/** data: addresses by name; null: asked for, and not there */
export const useLogos = create<Readonly<Record<string, string | null>>>(() => ({}));

const most = 50;
const wanted = new Set<string>();

/** Has a picture brought from main, with all others that are wanted in this moment; each once. */
export function wantLogo(name: string): void {
  if (Object.hasOwn(useLogos.getState(), name)) return;
  if (wanted.size === 0) queueMicrotask(() => void bring());
  wanted.add(name);
}

async function bring(): Promise<void> {
  const names = [...wanted].slice(0, most);
  for (const name of names) wanted.delete(name);
  if (wanted.size > 0) queueMicrotask(() => void bring());
  useLogos.setState(Object.fromEntries(names.map((name) => [name, null])));
  const answer = await call('catalogue.logos', { names });
  if (answer.ok) useLogos.setState(Object.fromEntries(answer.value.logos.map(({ name, url }) => [name, url])));
}
