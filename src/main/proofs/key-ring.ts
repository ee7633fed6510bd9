import type { KeyObject } from 'node:crypto';
import type { KnownTerminal } from '../../shared/contract/proofs.ts';
import { base32, readTerminalKey, type TerminalKey, terminalKeyText } from '../../shared/domain/proof.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { Clock, Log } from '../base/system.ts';
import { idOf, newPrivateKey, readPrivateKey, signText, terminalKeyOf } from './ed25519.ts';
import type { KeptTerminal, TerminalsFile } from './terminals-file.ts';

export interface Signer {
  id: string;
  /** the signature over a text in ASCII, in base 32 */
  sign(text: string): string;
}

export type AddOutcome = 'added' | 'not_a_key' | 'known' | 'too_many';

/** The terminal's own key, made when it is first needed, and the public keys of the others. */
export interface KeyRing {
  /** null where this machine can keep no secret: a key of one run would sign what nobody can verify later */
  signer(): Promise<Signer | null>;
  /** newest first */
  known(): Promise<KnownTerminal[]>;
  /** the public key of a known terminal */
  find(id: string): Promise<(KnownTerminal & { bytes: Uint8Array }) | null>;
  add(key: string, name: string): Promise<AddOutcome>;
  remove(id: string): Promise<'removed' | 'own_key' | 'not_there'>;
}

interface Parts {
  secrets: Secrets;
  file: TerminalsFile;
  clock: Clock;
  log: Log;
}

/** An owner's counters; far fewer in truth. */
const mostTerminals = 200;

export function createKeyRing({ secrets, file, clock, log }: Parts): KeyRing {
  /** each writes the whole file */
  const changes = createSerialQueue();
  const remember = (kept: readonly KeptTerminal[], key: TerminalKey, name: string, own: boolean): Promise<void> => {
    const addedAt = new Date(clock.now()).toISOString();
    return file.write([{ key: terminalKeyText(key), name, own, addedAt }, ...kept]);
  };
  const open = async (): Promise<Signer | null> => {
    try {
      const privateKey = await readOrMake(secrets, log);
      const own = terminalKeyOf(privateKey);
      await changes(async () => {
        const kept = await file.read();
        // The public half outlives the private one: what a lost key signed is still verified.
        const others = kept.filter((terminal) => idIn(terminal) !== own.id);
        if (!kept.some((terminal) => idIn(terminal) === own.id && terminal.own)) await remember(others, own, '', true);
      });
      return { id: own.id, sign: (text) => base32(signText(text, privateKey)) };
    } catch (error) {
      log.error('no key for proofs can be kept: slips carry none', {
        error: error instanceof Error ? error.name : typeof error,
      });
      // It may open later; where none can be kept, it stays so, and nobody is told again.
      if (error instanceof SecretsError && error.reason === 'secrets_locked') opened = null;
      return null;
    }
  };
  let opened: Promise<Signer | null> | null = null;
  const signer = (): Promise<Signer | null> => (opened ??= open());
  const known = async (): Promise<KnownTerminal[]> =>
    (await changes(() => file.read())).map(({ key, name, own, addedAt }) => ({
      id: idIn({ key }),
      key,
      name,
      own,
      addedAt,
    }));
  return {
    signer,
    known,
    async find(id) {
      const found = (await known()).find((terminal) => terminal.id === id);
      const bytes = found ? readTerminalKey(found.key)?.key : undefined;
      return found && bytes ? { ...found, bytes } : null;
    },
    add: (text, name) =>
      changes(async () => {
        const key = readTerminalKey(text);
        if (!key || idOf(key.key) !== key.id) return 'not_a_key';
        const kept = await file.read();
        if (kept.some((terminal) => idIn(terminal) === key.id)) return 'known';
        if (kept.length >= mostTerminals) return 'too_many';
        await remember(kept, key, name, false);
        return 'added';
      }),
    async remove(id) {
      return changes(async () => {
        const kept = await file.read();
        const others = kept.filter((terminal) => idIn(terminal) !== id);
        if (others.length === kept.length) return 'not_there';
        // Asked only where there is a key already: practice makes none.
        if ((await present(secrets)) === id) return 'own_key';
        await file.write(others);
        return 'removed';
      });
    },
  };
}

const idIn = ({ key }: Pick<KeptTerminal, 'key'>): string => readTerminalKey(key)?.id ?? '';

/** The id of the key that signs here, if it was ever made. */
async function present(secrets: Secrets): Promise<string | null> {
  const kept = await secrets.read('proofKey');
  const key = kept === null ? null : readPrivateKey(kept);
  return key ? terminalKeyOf(key).id : null;
}

async function readOrMake(secrets: Secrets, log: Log): Promise<KeyObject> {
  const kept = await secrets.read('proofKey');
  const present = kept === null ? null : readPrivateKey(kept);
  if (present) return present;
  if (kept !== null) log.warn('the key for proofs cannot be read, and a new one is made');
  const text = newPrivateKey();
  await secrets.write({ proofKey: text });
  const made = readPrivateKey(text);
  if (!made) throw new Error('a key that was just made cannot be read');
  return made;
}
