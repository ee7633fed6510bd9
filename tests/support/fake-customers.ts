import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import { sameCustomerNo } from '../../src/shared/domain/customer-no.ts';
import { mayBeErased } from '../../src/shared/domain/erased.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';

type Served = 'customers.find' | 'customers.export' | 'customers.erase' | 'customers.state';

/** Customers of canned sales; the PIN is 1234, and an erasure changes nothing. */
export function fakeCustomers(sales: () => readonly Transaction[]): Pick<Handlers, Served> {
  const of = (customerNo: string): Transaction[] =>
    sales().filter((sale) => sameCustomerNo(sale.customerNo, customerNo));
  return {
    async 'customers.find'({ text }) {
      const meant = sales().filter(
        (sale) =>
          sale.customerNo.includes(text.replace(/\D/g, '') || '-') ||
          sale.customerName?.toLowerCase().includes(text.toLowerCase()),
      );
      const customers = [...new Set(meant.map(({ customerNo }) => customerNo))].map((customerNo) => ({
        customerNo,
        names: [...new Set(of(customerNo).flatMap(({ customerName }) => customerName ?? []))],
        sales: of(customerNo).length,
        unsettled: of(customerNo).filter((sale) => !mayBeErased(sale)).length,
        lastAt: of(customerNo)[0]?.createdAt ?? '',
      }));
      return ok({ customers });
    },
    'customers.export': async ({ customerNo }) =>
      ok({ name: 'konter-customer-2026-03-02', text: `all of ${customerNo}\n`, json: JSON.stringify(of(customerNo)) }),
    async 'customers.erase'({ customerNo, readBack, pin }) {
      const found = of(customerNo);
      const transaction = found.find((sale) => !mayBeErased(sale));
      if (!sameCustomerNo(customerNo, readBack)) {
        return fail('invalid_input', 'Another number.', { reason: 'read_back_differs', fields: ['readBack'] });
      }
      if (pin !== '1234') return fail('not_allowed', 'Only a supervisor.', { reason: 'wrong_pin' });
      if (transaction) return fail('not_allowed', 'Not settled.', { reason: 'not_settled_yet', transaction });
      const told = { webhooks: 0, leftovers: false, copies: 3, oldCopies: 1, unreached: [] };
      return ok({ sales: found.length, ...told });
    },
    'customers.state': async () => ok({ waiting: 0, leftovers: false, erasures: 0 }),
  };
}
