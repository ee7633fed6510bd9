import type { CustomerProcedure } from '../../src/main/customers/api.ts';
import type { SavedCustomer } from '../../src/shared/contract/customer-book.ts';
import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import { sameCustomerNo } from '../../src/shared/domain/customer-no.ts';
import { mayBeErased } from '../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';

/** Customers of canned sales; the PIN is 1234, and an erasure changes nothing. */
export function fakeCustomers(sales: () => readonly Transaction[]): Pick<Handlers, CustomerProcedure> {
  const of = (customerNo: string): Transaction[] =>
    sales().filter((sale) => sameCustomerNo(sale.customerNo, customerNo));
  const book = new Map<string, SavedCustomer>();
  return {
    async 'customers.save'({ id = `book-${book.size + 1}`, name, note, numbers, purgeAt }) {
      const saved: SavedCustomer = {
        id,
        name,
        note: note || null,
        numbers: numbers.map((number) => ({ ...number, productCode: number.productCode ?? null })),
        consentAt: new Date().toISOString(),
        consentBy: 'cashier',
        purgeAt,
        masked: false,
      };
      book.set(id, saved);
      return ok(saved);
    },
    async 'customers.list'(ask) {
      const text = ask?.text?.toLowerCase() ?? '';
      const customers = [...book.values()].filter(({ name }) => name.toLowerCase().startsWith(text));
      return ok({ customers, next: null, total: book.size });
    },
    async 'customers.suggest'({ text }) {
      const suggestions = [...book.values()].flatMap(({ id, name, numbers }) =>
        numbers
          .filter(({ customerNo }) => text !== '' && customerNo.startsWith(text))
          .map(({ customerNo, label, productCode }) => ({ id, name, customerNo, label, productCode })),
      );
      return ok({ suggestions: suggestions.slice(0, 8) });
    },
    'customers.forget': async ({ id }) => (book.delete(id) ? ok({}) : fail('not_found', 'There is no such customer.')),
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
      const told = { webhooks: 0, saved: 0, leftovers: false, copies: 3, oldCopies: 1, unreached: [] };
      return ok({ sales: found.length, ...told });
    },
    'customers.state': async () => ok({ waiting: 0, leftovers: false, erasures: 0 }),
  };
}
