import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { may } from '../../shared/domain/staff.ts';
import { currentActor } from '../api/index.ts';
import { type SalesPorts, shopDay, timestamp } from '../sales/index.ts';
import type { Finder } from '../search/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { ErasureWorker } from './erasure-worker.ts';
import { exportCustomer } from './export-customer.ts';
import { findCustomers } from './find-customers.ts';
import { type BookReader, forgetCustomer, listCustomers, saveCustomer, suggestCustomers } from './saved-customers.ts';

export type CustomerProcedure = Extract<keyof Handlers, `customers.${string}`>;

interface Parts {
  runtime(): {
    journal: Parameters<typeof exportCustomer>[0];
    finder: Finder;
    ports: SalesPorts;
    erasing: ErasureWorker;
  };
  shop: ShopSettings;
}

/** Who asks, and what of the customer book they may see; where nobody signs in, whoever sells sees everything. */
function reader(): BookReader {
  const person = currentActor()?.person ?? null;
  return { name: person?.name ?? 'cashier', seesCustomers: person === null || may(person.role, 'customersFind') };
}

const nobody = () => fail('not_found', 'Nothing is held on this number.');

/** customers.* */
export function customerHandlers({ runtime, shop }: Parts): Pick<Handlers, CustomerProcedure> {
  return {
    async 'customers.find'({ text }) {
      const { journal, finder, ports } = runtime();
      return ok({ customers: await findCustomers(journal.customers, finder, text, shopDay(ports)) });
    },

    async 'customers.export'({ customerNo, pin }) {
      const { journal, ports } = runtime();
      const verdict = await ports.supervisor(pin);
      if (verdict !== 'ok') {
        return fail('not_allowed', 'Only a supervisor may take a customer’s data out.', { reason: verdict });
      }
      const { language, shop: about } = shop.config().settings;
      const file = await exportCustomer(journal, customerNo, { at: timestamp(ports), language, shop: about.name });
      return file ? ok(file) : nobody();
    },

    async 'customers.erase'({ customerNo, readBack, reason, pin }) {
      const { ports, erasing } = runtime();
      if (!sameCustomerNo(customerNo, readBack)) {
        return fail('invalid_input', 'The number is another one.', {
          reason: 'read_back_differs',
          fields: ['readBack'],
        });
      }
      const verdict = await ports.supervisor(pin);
      if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may erase a customer.', { reason: verdict });
      const erased = await erasing.erase({ customerNo, note: reason });
      if (erased.kind === 'erased') return ok(erased.what);
      if (erased.kind === 'nothing') return nobody();
      const [transaction] = erased.sales;
      return fail('not_allowed', 'A sale of this customer is not settled, or cash is owed for it.', {
        reason: 'not_settled_yet',
        ...(transaction ? { transaction } : {}),
      });
    },

    async 'customers.save'(ask) {
      const { journal, ports } = runtime();
      return saveCustomer(journal.customerBook, ports, ask, reader());
    },
    'customers.list': async (ask) => ok(await listCustomers(runtime().journal.customerBook, ask, reader())),
    'customers.suggest': async ({ text }) => ok(await suggestCustomers(runtime().journal.customerBook, text)),
    'customers.forget': ({ id }) => forgetCustomer(runtime().journal.customerBook, runtime().ports, id),

    async 'customers.state'() {
      const { customers } = runtime().journal;
      return ok({ ...(await customers.state()), erasures: (await customers.erasures()).length });
    },
  };
}
