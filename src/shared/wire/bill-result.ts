import { z } from 'zod';
import { Brand, Category } from './brand-and-category.ts';
import { told } from './told.ts';

/** Spec, Inquiry result and Payment result: what both say of a bill whatever became of it. */
export const billResult = {
  transaction_id: z.string().min(1),
  product_code: told(z.string()),
  brand: told(Brand),
  category: told(Category),
  customer_name: told(z.string()),
  message: told(z.string()),
};
