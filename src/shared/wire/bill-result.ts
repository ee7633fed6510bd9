import { Brand, Category } from './brand-and-category.ts';
import { ProviderId, Text } from './text.ts';
import { told } from './told.ts';

/** Spec, Inquiry result and Payment result: what both say of a bill whatever became of it. */
export const billResult = {
  transaction_id: ProviderId,
  product_code: told(Text),
  brand: told(Brand),
  category: told(Category),
  customer_name: told(Text),
  message: told(Text),
};
