import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { ErrorReason } from '../../shared/contract/reasons.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { UpdatesState } from '../../shared/contract/updates.ts';
import type { Updates } from './update-service.ts';

interface Parts {
  updates: Updates;
  /** the file with the licences, null where the build has none */
  notices: string | null;
}

type Served = 'updates.state' | 'updates.check' | 'updates.install' | 'about.notices';

/** What stands in the way of installing, in the words of errors. */
const reasonOf: Readonly<Partial<Record<string, ErrorReason>>> = {
  none: 'no_release',
  sending: 'update_sending',
  unwritten: 'update_unwritten',
  modeSwitcher: 'update_busy',
  task: 'update_busy',
  not_copied: 'update_not_copied',
};

/** updates.* and about.* */
export function updateHandlers({ updates, notices }: Parts): Pick<Handlers, Served> {
  return {
    'updates.state': async () => ok(await updates.state()),
    'updates.check': async () => ok(await updates.check()),
    async 'updates.install'(): Promise<Result<UpdatesState>> {
      const why = await updates.install(true);
      if (why === null) return ok(await updates.state());
      return fail('not_allowed', 'The newer program is not put in place now.', {
        reason: reasonOf[why] ?? 'update_not_installed',
      });
    },
    async 'about.notices'() {
      const text = notices === null ? null : await readFile(notices, 'utf8').catch(() => null);
      return text === null ? fail('not_found', 'The licences are not built.', { reason: 'no_notices' }) : ok({ text });
    },
  };
}
