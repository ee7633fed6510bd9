export { CustomerDialog } from './CustomerDialog.tsx';
export { SaveCustomer, SaveCustomerDialog, SaveSaleCustomer } from './SaveCustomer.tsx';
export { CustomerBook, FindCustomer } from './SavedCustomers.tsx';
