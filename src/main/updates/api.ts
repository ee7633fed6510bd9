import { readFile } from 'node:fs/promises';
import { type ErrorReason, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { UpdatesState } from '../../shared/contract/updates.ts';
import type { UpdateService } from './update-service.ts';

interface UpdateApiDeps {
  updates: UpdateService;
  /** the file with the licences; null if the build has none */
  notices: string | null;
}

type Served = 'updates.state' | 'updates.check' | 'updates.install' | 'about.notices';

/** Why the update is not installed now, as an error's reason. */
const reasonOf: Readonly<Partial<Record<string, ErrorReason>>> = {
  none: 'no_release',
  sending: 'update_sending',
  pending_writes: 'update_unwritten',
  reopening: 'update_busy',
  task: 'update_busy',
  not_copied: 'update_not_copied',
};

/** updates.* and about.* */
export function updateHandlers({ updates, notices }: UpdateApiDeps): Pick<Handlers, Served> {
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
