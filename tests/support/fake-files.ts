import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { FileTask } from '../../src/shared/contract/exports.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';

/** Files that are done at once, for looking at the UI. */
export function fakeFiles(
  emit: (event: KonterEvent) => void,
): Pick<Handlers, Extract<keyof Handlers, `exports.${string}` | `reconcile.${string}`>> {
  const tasks: FileTask[] = [];
  return {
    'exports.start': async ({ format }) => {
      const task: FileTask = {
        id: `task-${tasks.length + 1}`,
        kind: 'export',
        format,
        state: 'done',
        done: 12,
        total: 12,
        rows: 12,
        reason: null,
        name: `konter-A1.${format}`,
        folder: '/exports',
        startedAt: '2026-03-02T03:04:05.000Z',
        fetch: false,
      };
      tasks.unshift(task);
      emit({ type: 'task', task });
      return ok({ task });
    },
    'exports.list': async () => ok({ tasks }),
    'exports.cancel': async ({ id }) => {
      const task = tasks.find((one) => one.id === id);
      return task ? ok({ task }) : fail('not_found', 'There is no such task.');
    },
    'exports.fetch': async ({ id }) =>
      tasks.some((one) => one.id === id)
        ? ok({ via: 'file', url: null, name: 'konter-A1.csv' })
        : fail('not_found', 'There is no such file.'),
    'reconcile.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'reconcile.look': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'reconcile.start': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'reconcile.result': async () => fail('not_found', 'Nothing was compared yet.'),
    'reconcile.export': async () => ok({ task: null }),
  };
}
