import type { z } from 'zod';
import type { SecretName } from '../../shared/contract/secret-name.ts';
import { errorFacts } from './log/masked-log.ts';
import type { Log } from './system.ts';

/** The machine's storage of secrets: the system's key store under Electron, elsewhere a file that only its owner can read. */
export interface Secrets {
  /** null: not set. Rejects with SecretsError while the stored secrets cannot be read: they may be set, so nothing is known. */
  read(name: SecretName): Promise<string | null>;
  /** Stores all changes or, when it rejects or the process is killed, none. Rejects with SecretsError as `read` does. */
  write(changes: SecretChanges): Promise<void>;
}

/** null removes a secret; absent ones stay. */
export type SecretChanges = { readonly [N in SecretName]?: string | null };

const messages = {
  secrets_locked: 'The system’s key store did not open the kept secrets.',
  no_key_store: 'This system has no working key store, so secrets are neither kept nor read.',
};

/** The stored secrets cannot be used now. Nothing was read, nothing was written. */
export class SecretsError extends Error {
  readonly reason: keyof typeof messages;
  constructor(reason: keyof typeof messages, options?: ErrorOptions) {
    super(messages[reason], options);
    this.name = 'SecretsError';
    this.reason = reason;
  }
}

/** A secret that is kept as JSON. Null where it is not set, or not as its schema says. */
export async function readSecretJson<S extends z.ZodType>(
  secrets: Secrets,
  name: SecretName,
  schema: S,
): Promise<z.output<S> | null> {
  const text = await secrets.read(name);
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Logs the failures of the key store. */
export function logSecretsErrors(secrets: Secrets, log: Log): Secrets {
  const logged = async <T>(action: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.error(action, errorFacts(error));
      throw error;
    }
  };
  return {
    read: (name) => logged('a secret could not be read', secrets.read(name)),
    write: (changes) => logged('secrets could not be kept', secrets.write(changes)),
  };
}
