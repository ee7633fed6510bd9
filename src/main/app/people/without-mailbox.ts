import type { Result } from '../../../shared/contract/errors.ts';
import type { ProcedureName } from '../../../shared/contract/names.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';

const view = (whole: SettingsView): SettingsView => ({
  ...whole,
  settings: { ...whole.settings, relay: { ...whole.settings.relay, mailbox: null } },
});

const parts: { readonly [N in ProcedureName]?: (told: Output<N>) => Output<N> } = {
  'settings.get': view,
  'settings.save': view,
};

/** An answer without the mailbox at the relay. */
export function withoutMailbox<N extends ProcedureName>(name: N, result: Result<Output<N>>): Result<Output<N>> {
  const leaveOut = parts[name];
  return result.ok && leaveOut ? { ok: true, value: leaveOut(result.value) } : result;
}
