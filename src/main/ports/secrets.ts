import type { SecretName } from '../../shared/contract/secret-name.ts';

/** Where the machine keeps secrets: the system's key store under Electron, a file only its owner can read otherwise. */
export interface Secrets {
  read(name: SecretName): Promise<string | null>;
  /** All of them or, where it rejects or is killed on the way, none. */
  write(changes: SecretChanges): Promise<void>;
}

/** null removes one; those left out stay. */
export type SecretChanges = { readonly [N in SecretName]?: string | null };
