import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from './common-schemas.ts';
import { Rupiah } from './money.ts';
import { TransactionKind } from './transaction.ts';

/** What the provider's list says of a product, the most urgent first. */
export const listChanges = [
  /** its price is below the cost that the list names */
  'belowCost',
  'costRisen',
  'costFallen',
  /** it had no cost */
  'costSet',
  'new',
  /** the list has it no more */
  'gone',
  /** information: nothing is left of it now */
  'outOfStock',
  'closed',
  'opened',
  'cutOff',
  /** of a bill: the provider's fee or the shop's commission */
  'fee',
  /** its name, category or brand */
  'name',
] as const;
export const ListChange = z.enum(listChanges);
export type ListChange = z.infer<typeof ListChange>;

/** A product of which the provider's list says something else than the catalogue. */
export const ListDifference = z.object({
  productCode: z.string(),
  productName: NullableString,
  kind: TransactionKind,
  changes: z.array(ListChange).min(1),
  /** what the shop pays for it, of a bill the provider's fee; null: not known, or not for this person's eyes */
  was: Rupiah.nullable(),
  now: Rupiah.nullable(),
  sellingPrice: Rupiah.nullable(),
  /** HH:mm-HH:mm in the provider's zone; null: none */
  cutOff: z.object({ was: NullableString, now: NullableString }),
});
export type ListDifference = z.infer<typeof ListDifference>;

/** Why a list is not compared. Nothing is changed then. */
export const listProblems = [
  'not_connected',
  'no_answer',
  'too_large',
  'credentials',
  /** the service says that it has none now */
  'not_now',
  /** a page, half a list, or another shape */
  'unreadable',
  'empty',
  /** more products than a catalogue takes */
  'too_many',
  /** a product without a name or kind, or with an amount that is none: `code` */
  'bad_product',
  /** a code that stands there twice: `code` */
  'repeated',
] as const;
export const ListProblem = z.enum(listProblems);
export type ListProblem = z.infer<typeof ListProblem>;

const reading = {
  /** when the service may be asked for the list again; null: now, as nothing reached it */
  nextAt: z.iso.datetime().nullable(),
};

/** The provider's list, compared with the catalogue as it is now. */
export const ProviderListReading = z.discriminatedUnion('kind', [
  z.object({
    ...reading,
    kind: z.literal('compared'),
    id: z.uuid(),
    /** when the provider had it */
    at: z.iso.datetime(),
    /** products in the list, and those of them that are in the catalogue as the list says */
    total: NonNegativeInt,
    unchanged: NonNegativeInt,
    /** products whose code no counter can type: left out */
    unusable: NonNegativeInt,
    /**
     * Kinds of which the list lacks more than half of the catalogue's products: it may be half a list, so that what it lacks counts for
     * nothing
     */
    doubted: z.array(z.object({ kind: TransactionKind, missing: PositiveInt, of: PositiveInt })),
    differences: z.array(ListDifference),
  }),
  z.object({ ...reading, kind: z.literal('refused'), problem: ListProblem, code: NullableString }),
]);
export type ProviderListReading = z.infer<typeof ProviderListReading>;

/** For a person who may not see what sales cost the shop. */
export const readingWithoutCosts = (list: ProviderListReading): ProviderListReading =>
  list.kind === 'refused'
    ? list
    : {
        ...list,
        differences: list.differences.map((one) => (one.kind === 'prepaid' ? { ...one, was: null, now: null } : one)),
      };

/** What of a list is in the catalogue now. */
export const TakenList = z.object({
  added: NonNegativeInt,
  changed: NonNegativeInt,
  gone: NonNegativeInt,
});
export type TakenList = z.infer<typeof TakenList>;
