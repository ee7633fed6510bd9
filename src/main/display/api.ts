import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { CustomerDisplayService, DisplayHost } from './customer-display.ts';

type Served = 'display.show' | 'display.preview' | 'display.link';

/** display.*; @param host null: this host has no place for it */
export function displayHandlers(parts: {
  display: CustomerDisplayService;
  displayHost: DisplayHost | null;
}): Pick<Handlers, Served> {
  const { display, displayHost: host } = parts;
  return {
    async 'display.show'(scene) {
      return (await display.show(scene)) ? ok({}) : fail('not_found', 'There is no such sale.');
    },
    async 'display.preview'() {
      const view = display.view();
      if (host === null) return ok({ via: 'none', open: false, screens: [], view });
      return ok({ via: host.via, open: host.isOpen(), screens: host.screens(), view });
    },
    async 'display.link'() {
      const url = host?.link() ?? null;
      return url === null ? fail('not_found', 'No browser opens the display here.') : ok({ url });
    },
  };
}
