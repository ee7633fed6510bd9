import type { SecretName } from '../../shared/contract/secret-name.ts';

/** Where the machine keeps secrets: the system's key store under Electron, a file only its owner can read otherwise. */
export interface Secrets {
  read(name: SecretName): Promise<string | null>;
  /** null removes it */
  write(name: SecretName, value: string | null): Promise<void>;
}
