import { parseProof, type ReadProof } from '../shared/domain/proof/parse.ts';
import { readTerminalKey, type TerminalKey, terminalId } from '../shared/domain/proof/terminal-key.ts';
import { readings } from '../shared/domain/proof/typed.ts';
import type { Found } from './words.ts';

export interface Verdict {
  found: Found;
  /** what the proof says, proven or not; null where nothing could be read */
  proof: ReadProof | null;
}

/** The whole keys in a text, and whether something in it only looks like one. */
export async function keysIn(text: string): Promise<{ keys: TerminalKey[]; bad: boolean }> {
  const pasted = text.slice(0, 20_000).match(/KTK1\.[0-9A-Z]+\.[0-9A-Z]+/gi) ?? [];
  const keys: TerminalKey[] = [];
  for (const one of pasted) {
    const key = readTerminalKey(one);
    if (key && (await idOf(key.key)) === key.id) keys.push(key);
  }
  return { keys, bad: keys.length < pasted.length };
}

async function idOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return terminalId(new Uint8Array(await crypto.subtle.digest('SHA-256', key)));
}

/** Verifies with this browser alone. */
export async function check(typed: string, keys: readonly TerminalKey[]): Promise<Verdict> {
  const read = readings(typed).map(parseProof);
  const proofs = read.flatMap((one) => (one.kind === 'proof' ? [one.proof] : []));
  const first = proofs[0];
  if (!first) {
    const kinds = new Set(read.map(({ kind }) => kind));
    return {
      found: kinds.has('damaged') ? 'damaged' : kinds.has('newer') ? 'newer' : 'not_a_proof',
      proof: null,
    };
  }
  try {
    for (const proof of proofs) if (await isGenuine(proof, keys)) return { found: 'genuine', proof };
  } catch {
    return { found: 'cannot', proof: first };
  }
  if (first.signature === null) return { found: 'training', proof: first };
  const known = keys.some(({ id }) => id === first.terminal);
  return { found: known ? 'altered' : 'unknown_terminal', proof: first };
}

async function isGenuine({ terminal, signature, signed }: ReadProof, keys: readonly TerminalKey[]): Promise<boolean> {
  const found = keys.find(({ id }) => id === terminal);
  if (!found || !signature) return false;
  const key = await crypto.subtle.importKey('raw', found.key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(signed));
}
