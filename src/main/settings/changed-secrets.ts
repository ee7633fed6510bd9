import { type SecretName, secretNames } from '../../shared/contract/secret-name.ts';
import type { SecretChanges } from '../base/secrets.ts';

/** What is kept, with the changes in it. */
export function changedSecrets(
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
