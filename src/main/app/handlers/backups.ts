import { join } from 'node:path';
import { fail, ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import { backupError } from '../../journal/backup/backup-error.ts';
import { listCopies } from '../../journal/backup/folder.ts';
import type { SwapPlaces } from '../../journal/restore/swap.ts';
import type { Log } from '../../ports/log.ts';
import { prepareCopy, putInPlace } from '../backup/restore.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { systemClock } from '../system/clock.ts';
import type { World } from '../world.ts';

interface Parts {
  world(): World;
  shop: ShopSettings;
  livePlaces: SwapPlaces;
  log: Log;
  reopen(mode: 'training' | 'live', meanwhile?: () => void): Promise<void>;
}

const onlyLive = () => fail('not_allowed', 'Practice is not copied.', { reason: 'training' });

/** backups.list, backups.make and backups.restore. */
export function backupHandlers({
  world,
  shop,
  livePlaces,
  log,
  reopen,
}: Parts): Pick<Handlers, 'backups.list' | 'backups.make' | 'backups.restore'> {
  let restoring = false;
  return {
    async 'backups.list'() {
      const { backup } = world();
      if (!backup) return onlyLive();
      const { path, ours } = backup.folder();
      try {
        return ok({ folder: path, error: null, files: await listCopies(path) });
      } catch (error) {
        const why = backupError(error, path);
        // Konter makes its own folder with the first copy.
        return ok({ folder: path, error: ours && why === 'folder_missing' ? null : why, files: [] });
      }
    },

    async 'backups.make'() {
      const { backup } = world();
      if (!backup) return onlyLive();
      const outcome = await backup.make();
      if (outcome.kind === 'copied') return ok(outcome.file);
      return fail('internal', 'No copy could be made. Selling goes on.', { reason: outcome.error });
    },

    async 'backups.restore'({ file, pin }) {
      const { backup } = world();
      if (!backup) return onlyLive();
      const verdict = await shop.pin.check(pin);
      if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may put a copy back.', { reason: verdict });
      if (restoring) return fail('not_allowed', 'A copy is being put back.', { reason: 'restoring' });
      restoring = true;
      try {
        const at = new Date(systemClock.now()).toISOString();
        const prepared = await prepareCopy(livePlaces, join(backup.folder().path, file), at, log);
        if (!prepared.ok) return prepared;
        await reopen('live', () => putInPlace(livePlaces, systemClock));
        log.warn('a copy was put back');
        return ok({});
      } finally {
        restoring = false;
      }
    },
  };
}
