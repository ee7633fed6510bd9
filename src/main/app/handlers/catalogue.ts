import { fail, ok } from '../../../shared/contract/errors.ts';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import type { CatalogueWork } from '../../../shared/domain/catalogue/work.ts';
import type { World } from '../world.ts';

interface Parts {
  world(): World;
  tell(event: KonterEvent): void;
}

type Served = Extract<keyof Handlers, `catalogue.${string}`>;

/** catalogue.*: the shop's own catalogue. */
export function catalogueHandlers({ world, tell }: Parts): Pick<Handlers, Served> {
  const book = () => world().journal.catalogue;
  const idle = (): CatalogueWork => ({
    import: null,
    refresh: { state: 'idle', reason: null, done: 0, total: 0, finishedAt: null, nextAt: null },
  });
  const notYet = () => fail('not_configured', 'This is not there yet.');
  return {
    'catalogue.list': async () => ok({ items: await book().list() }),
    async 'catalogue.save'({ changes }) {
      const items = await book().save(changes);
      if (!items) return fail('not_found', 'A product is not in the catalogue.', { reason: 'not_in_catalogue' });
      tell({ type: 'catalogue', items });
      return ok({ items });
    },
    'catalogue.logos': async () => ok({ logos: [] }),
    'catalogue.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'catalogue.look': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'catalogue.import': async () => notYet(),
    'catalogue.work': async () => ok(idle()),
    'catalogue.failed': async () => ok({ lines: [], next: null }),
    'catalogue.refresh': async () => notYet(),
    'catalogue.goOn': async () => ok(idle()),
    'catalogue.cancel': async () => ok(idle()),
    'catalogue.changes': async () => ok({ changes: [], next: null }),
    'catalogue.export': async () => notYet(),
  };
}
