import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { readCutOff } from '../../shared/domain/cut-off.ts';
import { isActive } from '../../shared/wire/product.ts';
import type { ProductAnswer } from '../provider/index.ts';
import { noAnswer } from './refusals.ts';
import { keptAddress, keptDescription, keptName, timestamp } from './sale.ts';
import type { SalesPorts } from './sales-ports.ts';

/**
 * What the provider says of a product now (spec, GET /product/{product_code}). Remembered for the buttons and for names.
 * Errors: not_configured, not_found, provider_unreachable, provider_refused, provider_bad_answer.
 */
export async function lookUpProduct(ports: SalesPorts, productCode: string): Promise<Result<Product>> {
  if (!ports.provider) return fail('not_configured', 'The connection to the payment service is not set up.');
  const outcome = await ports.provider.product(productCode);
  if (outcome.kind === 'refused') {
    // Which refusal means "no such product" is not shown; one about credentials certainly does not.
    const aboutUs = outcome.status === 401 || outcome.status === 403;
    return fail(aboutUs ? 'provider_refused' : 'not_found', 'The payment service does not give this product.', {
      reason: aboutUs ? 'credentials' : 'no_such_product',
      providerMessage: outcome.message,
    });
  }
  if (outcome.kind !== 'answered') return noAnswer(outcome);
  const product = readProduct(
    outcome.value,
    outcome.faults.map((fault) => fault.path),
  );
  if (product.productCode.toUpperCase() !== productCode.toUpperCase()) {
    return fail('provider_bad_answer', 'The payment service described another product.', { reason: 'other_product' });
  }
  await ports.journal.saveProduct(product, timestamp(ports));
  return ok(product);
}

/** A product of the interface as the shop keeps it. @param faults paths that were missing or wrong */
export function readProduct(answer: ProductAnswer, faults: string[]): Product {
  const { product } = answer;
  const common = {
    productCode: product.product_code,
    productName: keptName(product.product_name),
    type: keptName(product.type),
    active: isActive(product.Status),
    description: keptDescription(product.description),
    faults,
  };
  if (answer.kind === 'postpaid') {
    const { Category, Brand, admin, commission } = answer.product;
    return {
      ...common,
      kind: 'postpaid',
      category: keptName(Category?.name),
      brand: keptName(Brand?.name),
      logo: keptAddress(Brand?.logo),
      cutOff: null,
      admin,
      commission,
    };
  }
  const { category, brand, start_cut_off, end_cut_off } = answer.product;
  return {
    ...common,
    kind: 'prepaid',
    category: keptName(category?.name),
    brand: keptName(brand?.name),
    logo: keptAddress(brand?.logo),
    cutOff: readCutOff(start_cut_off, end_cut_off),
    admin: null,
    commission: null,
  };
}
