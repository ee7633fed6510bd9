import type { z } from 'zod';
import {
  type Balance,
  type Capabilities,
  type CustomerName,
  type CustomerNameRequest,
  capabilityNames,
  type ListedProduct,
  type ProductList,
  type SaleStatus,
} from '../../shared/wire/capabilities.ts';
import { answerAt } from './behaviours/behaviour.ts';
import { catalogue, type Item } from './catalogue.ts';
import { customerName, randomOf } from './generated-data.ts';
import type { LedgerEntry } from './ledger.ts';
import { type OperationContext, refuse } from './operation-context.ts';
import { cutOffOf } from './order.ts';
import { jsonAnswer, type SimulatedAnswer, success } from './ports.ts';

/** The deposit of a shop that has bought nothing, rupiah. */
const firstDeposit = 5_000_000;

const answer = <T extends object>(context: OperationContext, data: T): SimulatedAnswer =>
  jsonAnswer(200, success(data), (answerAt / 2) * context.pace);

/** GET /capabilities */
export const capabilities = (context: OperationContext): SimulatedAnswer =>
  answer(context, { capabilities: [...capabilityNames] } satisfies z.input<typeof Capabilities>);

function listed(context: OperationContext, item: Item): z.input<typeof ListedProduct> {
  const { code, name, kind, category, brand, type, description } = item;
  const cutOff = item.kind === 'prepaid' ? cutOffOf(item, context.clock.now()) : null;
  return {
    product_code: code,
    product_name: name,
    kind,
    category,
    brand,
    type,
    description,
    status: context.isActive(item) ? 'active' : 'inactive',
    cost: item.kind === 'prepaid' ? item.cost : null,
    admin: item.kind === 'postpaid' ? item.admin : null,
    commission: item.kind === 'postpaid' ? item.commission : null,
    start_cut_off: cutOff?.start ?? null,
    end_cut_off: cutOff?.end ?? null,
    stock: null,
  };
}

/** GET /products: what a shop may sell. Codes that stand for a behaviour are left out, as those of other shops would be. */
export function products(context: OperationContext): SimulatedAnswer {
  const items = [...catalogue.keys()].flatMap((code) => context.item(code) ?? []);
  return answer(context, {
    at: context.ledger.moment(),
    products: items.filter(({ behaviour }) => behaviour === null).map((item) => listed(context, item)),
  } satisfies z.input<typeof ProductList>);
}

/** GET /balance: what the ledger's sales have left of the first deposit. */
export function balance(context: OperationContext): SimulatedAnswer {
  const taken = context.ledger.state.transactions
    .filter(({ acted, status }) => acted > 0 && (status === 'pending' || status === 'success'))
    .reduce((sum, { acted, price }) => sum + acted * price, 0);
  const left = Math.max(0, firstDeposit - taken);
  return answer(context, { at: context.ledger.moment(), balance: left } satisfies z.input<typeof Balance>);
}

/** POST /customer-name: invented, and always the same for a number. Only a token has a meter behind it. */
export function nameBehind(context: OperationContext, request: z.output<typeof CustomerNameRequest>): SimulatedAnswer {
  const { product_code, customer_no } = request;
  const item = context.item(product_code);
  const isMeter = item?.kind === 'prepaid' && item.sn === 'token' && /^\d{11,12}$/.test(customer_no);
  const power = randomOf(`power/${customer_no}`).pick(['R1 / 450 VA', 'R1M / 900 VA', 'R1 / 1300 VA', 'R1 / 2200 VA']);
  return answer(context, {
    customer_no,
    customer_name: isMeter ? customerName(customer_no) : null,
    power: isMeter ? power : null,
  } satisfies z.input<typeof CustomerName>);
}

/** Of these the provider finds out no more itself: they are for a person. */
const neverFoundOut: ReadonlySet<string> = new Set(['lost-quiet', 'gone-once-paid', 'never-final']);

/** GET /status/{ref} */
export function status(context: OperationContext, ref: string): SimulatedAnswer {
  const entry = context.ledger.find(ref) ?? context.ledger.state.transactions.findLast((one) => hasRef(one, ref));
  if (!entry) return refuse(404, 'Tidak ada transaksi dengan nomor ini');
  const { transaction_id, product_code, product_name, customer_no, price, sn, behaviour } = entry;
  const isLost = neverFoundOut.has(behaviour);
  return answer(context, {
    transaction_id,
    product_code,
    product_name,
    customer_no,
    price,
    message: null,
    status: isLost ? 'pending' : entry.status,
    sn: isLost ? '' : sn,
    stopped: isLost,
  } satisfies z.input<typeof SaleStatus>);
}

const hasRef = ({ callback_url: url }: LedgerEntry, ref: string): boolean => url?.split('/').at(-1) === ref;
