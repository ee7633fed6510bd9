/**
 * Saved customers, and a customer’s data found, exported and erased. Tests: tests/e2e/journeys/customers.spec.ts.
 */

export { ConsentFields } from './ConsentFields.tsx';
export { CustomerDialog } from './CustomerDialog.tsx';
export { SaveCustomer, SaveCustomerDialog, SaveSaleCustomer } from './SaveCustomer.tsx';
export { CustomerBook, FindCustomer } from './SavedCustomers.tsx';
