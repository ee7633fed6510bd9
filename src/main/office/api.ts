import { fail } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';

type Served = 'office.counters' | 'office.published' | 'office.publish' | 'office.ofCounter' | 'office.accept';

const noOffice = async () => fail('not_allowed', 'This is no office.', { reason: 'no_office' });

/** office.* */
export function officeHandlers(): Pick<Handlers, Served> {
  return {
    'office.counters': noOffice,
    'office.published': noOffice,
    'office.publish': noOffice,
    'office.ofCounter': noOffice,
    'office.accept': noOffice,
  };
}
