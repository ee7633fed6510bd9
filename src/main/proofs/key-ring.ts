import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { KnownTerminal } from '../../shared/contract/proofs.ts';
import { base32, readTerminalKey, type TerminalKey, terminalId, terminalKeyText } from '../../shared/domain/proof.ts';
import { createSerialQueue } from '../base/async.ts';
import { newPrivateKey, publicKeyOf, readPrivateKey, signText } from '../base/ed25519.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';

/** Null if the text is no such key. */
function keyOf(text: string): KeyObject | null {
  try {
    return readPrivateKey(text);
  } catch {
    return null;
  }
}

export function terminalKeyOf(privateKey: KeyObject): TerminalKey {
  const key = new Uint8Array(Buffer.from(publicKeyOf(privateKey), 'base64url'));
  return { id: idOf(key), key };
}

/** A terminal's id, derived from its key. */
function idOf(key: Uint8Array): string {
  return terminalId(createHash('sha256').update(key).digest());
}

const StoredTerminals = z.array(
  z.object({
    key: z.string().refine((text) => readTerminalKey(text) !== null),
    name: z.string(),
    /** a current or former key of this counter */
    own: z.boolean(),
    addedAt: z.iso.datetime(),
  }),
);
type KeptTerminal = z.infer<typeof StoredTerminals>[number];

/** proof-terminals.json in the data folder: the known terminals. Public keys only. */
interface TerminalsFile {
  read(): Promise<KeptTerminal[]>;
  write(terminals: readonly KeptTerminal[]): Promise<void>;
}

/** An unreadable file is renamed (".unreadable"); this counter's own key is added to the new one automatically. */
export function openTerminalsFile(path: string, log: Log): TerminalsFile {
  const file = jsonFile(path, StoredTerminals, () => log.error('proof-terminals.json cannot be read and was renamed'));
  return {
    read: async () => (await file.read()) ?? [],
    write: (terminals) => file.write([...terminals]),
  };
}

interface Signer {
  id: string;
  /** the signature over a text in ASCII, in base 32 */
  sign(text: string): string;
}

type AddOutcome = 'added' | 'not_a_key' | 'duplicate' | 'too_many';

/** The terminal's own key, created on first use, and the public keys of other terminals. */
export interface KeyRing {
  /** null if this machine stores no secrets: the key would be lost with the process */
  signer(): Promise<Signer | null>;
  /** newest first */
  list(): Promise<KnownTerminal[]>;
  /** the public key of a known terminal */
  find(id: string): Promise<(KnownTerminal & { bytes: Uint8Array }) | null>;
  add(key: string, name: string): Promise<AddOutcome>;
  remove(id: string): Promise<'removed' | 'own_key' | 'not_there'>;
}

interface KeyRingDeps {
  secrets: Secrets;
  file: TerminalsFile;
  clock: Clock;
  log: Log;
}

const maxTerminals = 200;

export function createKeyRing({ secrets, file, clock, log }: KeyRingDeps): KeyRing {
  /** serializes changes: each writes the whole file */
  const changes = createSerialQueue();
  const remember = (
    terminals: readonly KeptTerminal[],
    key: TerminalKey,
    name: string,
    own: boolean,
  ): Promise<void> => {
    const addedAt = new Date(clock.now()).toISOString();
    return file.write([{ key: terminalKeyText(key), name, own, addedAt }, ...terminals]);
  };
  const open = async (): Promise<Signer | null> => {
    try {
      const privateKey = await readOrCreate(secrets, log);
      const own = terminalKeyOf(privateKey);
      await changes(async () => {
        const terminals = await file.read();
        // Public keys are kept, so that proofs signed by a lost private key still verify.
        const others = terminals.filter((terminal) => idIn(terminal) !== own.id);
        if (!terminals.some((terminal) => idIn(terminal) === own.id && terminal.own))
          await remember(others, own, '', true);
      });
      return { id: own.id, sign: (text) => base32(signText(text, privateKey)) };
    } catch (error) {
      log.error('the proof key cannot be stored: slips carry no proof', {
        error: errorName(error),
      });
      // A locked key store may open later. Other errors are permanent and reported once.
      if (error instanceof SecretsError && error.reason === 'secrets_locked') opened = null;
      return null;
    }
  };
  let opened: Promise<Signer | null> | null = null;
  const signer = (): Promise<Signer | null> => (opened ??= open());
  const list = async (): Promise<KnownTerminal[]> =>
    (await changes(() => file.read())).map(({ key, name, own, addedAt }) => ({
      id: idIn({ key }),
      key,
      name,
      own,
      addedAt,
    }));
  return {
    signer,
    list,
    async find(id) {
      const terminal = (await list()).find((terminal) => terminal.id === id);
      const bytes = terminal ? readTerminalKey(terminal.key)?.key : undefined;
      return terminal && bytes ? { ...terminal, bytes } : null;
    },
    add: (text, name) =>
      changes(async () => {
        const key = readTerminalKey(text);
        if (!key || idOf(key.key) !== key.id) return 'not_a_key';
        const terminals = await file.read();
        if (terminals.some((terminal) => idIn(terminal) === key.id)) return 'duplicate';
        if (terminals.length >= maxTerminals) return 'too_many';
        await remember(terminals, key, name, false);
        return 'added';
      }),
    async remove(id) {
      return changes(async () => {
        const terminals = await file.read();
        const others = terminals.filter((terminal) => idIn(terminal) !== id);
        if (others.length === terminals.length) return 'not_there';
        // Does not create a key: training has none.
        if ((await currentSignerId(secrets)) === id) return 'own_key';
        await file.write(others);
        return 'removed';
      });
    },
  };
}

const idIn = ({ key }: Pick<KeptTerminal, 'key'>): string => readTerminalKey(key)?.id ?? '';

/** The id of the key that signs here, if one was created. */
async function currentSignerId(secrets: Secrets): Promise<string | null> {
  const text = await secrets.read('proofKey');
  const key = text === null ? null : keyOf(text);
  return key ? terminalKeyOf(key).id : null;
}

async function readOrCreate(secrets: Secrets, log: Log): Promise<KeyObject> {
  const keyText = await secrets.read('proofKey');
  const present = keyText === null ? null : keyOf(keyText);
  if (present) return present;
  if (keyText !== null) log.warn('the proof key cannot be read; a new one is created');
  const text = newPrivateKey();
  await secrets.write({ proofKey: text });
  return readPrivateKey(text);
}
