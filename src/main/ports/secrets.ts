import { type SecretName, secretNames } from '../../shared/contract/secret-name.ts';

/** Where the machine keeps secrets: the system's key store under Electron, a file only its owner can read otherwise. */
export interface Secrets {
  read(name: SecretName): Promise<string | null>;
  /** All of them or, where it rejects or is killed on the way, none. */
  write(changes: SecretChanges): Promise<void>;
}

/** null removes one; those left out stay. */
export type SecretChanges = { readonly [N in SecretName]?: string | null };

/** What is kept, with the changes in it. */
export function withChanges(
  kept: { readonly [N in SecretName]?: string | undefined },
  changes: SecretChanges,
): Partial<Record<SecretName, string>> {
  const next: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const secret = changes[name] === undefined ? kept[name] : changes[name];
    if (secret !== undefined && secret !== null) next[name] = secret;
  }
  return next;
}
