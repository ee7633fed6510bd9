import type { search as id } from '../id/search.ts';

export const search: typeof id = {
  understood: 'Understood as',
  cashier: 'cashier {{name}}',
  remove: 'Take “{{words}}” out of the search',
  days: '{{from}} to {{to}}',
  proof: 'Proof {{receiptNo}}',
  behind: 'The search index is being built. Results are complete, only slower.',
  missing: 'There is no search index yet. Results are complete, only slower.',
  older: 'Only the newest sales were searched, because the words are short.',
  olderYes: 'Search older ones',
  field: {
    customerNo: 'Number',
    customerName: 'Name',
    sn: 'SN',
    transactionId: 'Provider’s id',
    receiptNo: 'Receipt',
    productName: 'Product',
    productCode: 'Product code',
    brand: 'Brand',
    category: 'Category',
    total: 'Total',
    price: 'Provider’s price',
  },
};
