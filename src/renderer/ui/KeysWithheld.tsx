import { useKeys } from '../state/keys.ts';

/** Stands for a dialog whose code is still loading: no key reaches what it will cover. */
export function KeysWithheld(): null {
  useKeys([], { modal: true });
  return null;
}
