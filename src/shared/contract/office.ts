import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { nothing, Pin, procedure } from './procedure.ts';

/** A counter of the shop, as the office names it. It stays the same, and does not reveal the id of its mailbox. */
export const CounterId = z.string().min(1).max(64);
export type CounterId = z.infer<typeof CounterId>;

const Tally = z.object({ count: NonNegativeInt, amount: Rupiah });

/** One counter as the office sees it. */
export const OfficeCounter = z.object({
  id: CounterId,
  /** of its mailbox */
  name: z.string(),
  /**
   * - `empty`: it has shipped nothing yet
   * - `joining`: its snapshot is being fetched
   * - `following`: the office has all that it shipped
   * - `behind`: it has shipped more than the office has read so far
   * - `other_key`: its log is sealed with another shop key
   * - `damaged`: what the relay has is not what the counter shipped
   * - `not_stored`: its copy cannot be opened, read or written on the office's disk, or leaves no room there
   * - `too_large`: it has shipped more than an office takes of one counter
   * - `newer`: its program is newer than the office's, which is to be updated
   * - `revoked`: it was removed from the shop or disabled; what it had shipped stays
   */
  state: z.enum([
    'empty',
    'joining',
    'following',
    'behind',
    'other_key',
    'damaged',
    'not_stored',
    'too_large',
    'newer',
    'revoked',
  ]),
  /** the first part of its receipt numbers */
  terminal: NullableString,
  /** another counter has receipts of the same series: their journals are copies of one. Left out: none */
  sameSeries: CounterId.optional(),
  /**
   * when it polled the relay last, where that is two minutes ago or more: it is off, or has no connection. null: it is in contact. Left out:
   * not known, as at an older relay
   */
  silentSince: z.iso.datetime().nullable().optional(),
  /** when its newest event happened, by its own clock */
  lastEventAt: z.iso.datetime().nullable(),
  unresolved: Tally,
  /** with the change that is handed over together with it */
  moneyToReturn: Tally,
  moneyToCollect: Tally,
  onTab: Tally,
  openShift: PositiveInt.nullable(),
});
export type OfficeCounter = z.infer<typeof OfficeCounter>;

export const OfficeState = z.object({
  /** what is seen may be older while the relay is away */
  relay: z.enum(['reachable', 'unreachable', 'no_office', 'not_configured']),
  /** when the relay last answered */
  at: z.iso.datetime().nullable(),
  counters: z.array(OfficeCounter),
});
export type OfficeState = z.infer<typeof OfficeState>;

/** What the office has published to the counters. */
export const Published = z.object({
  /** of the office's key, in groups, to be compared with the one that a counter shows */
  fingerprint: z.string(),
  /** 0: nothing yet */
  version: NonNegativeInt,
  at: z.iso.datetime().nullable(),
  /** catalogue, prices or people changed since */
  isChanged: z.boolean(),
});
export type Published = z.infer<typeof Published>;

/** Why a counter does not take a product's price from the office. */
export const RefusedPrice = z.object({ productCode: z.string(), reason: z.enum(['below_cost', 'invalid']) });
export type RefusedPrice = z.infer<typeof RefusedPrice>;

/** The office of this counter's shop. */
export const OfficeOfCounter = z.object({
  /** whose catalogue, prices and staff this counter takes; null: none */
  accepted: NullableString,
  /** another office's key has signed what the relay has: a supervisor compares and accepts it, or not */
  offered: NullableString,
  /** 0: nothing was taken yet */
  version: NonNegativeInt,
  at: z.iso.datetime().nullable(),
  refused: z.array(RefusedPrice),
});
export type OfficeOfCounter = z.infer<typeof OfficeOfCounter>;

/** docs/adr/0031-office.md. At a counter the first three answer not_allowed, "no_office"; at an office the last two do, "office". */
export const office = {
  'office.counters': procedure({
    input: nothing,
    output: OfficeState,
    needs: 'seeBooks',
    extendsSession: false,
    office: 'own',
  }),
  'office.published': procedure({
    input: nothing,
    output: Published,
    needs: 'catalogue',
    extendsSession: false,
    office: 'own',
  }),
  /** signs catalogue, prices and people as they are, and posts them to the relay. relay_unreachable: not posted */
  'office.publish': procedure({
    input: z.strictObject({ pin: Pin.optional() }),
    output: Published,
    needs: 'people',
    office: 'own',
  }),
  'office.ofCounter': procedure({
    input: nothing,
    output: OfficeOfCounter,
    needs: 'catalogue',
    extendsSession: false,
    office: 'counter',
  }),
  /** takes what that key has signed, and whatever it will sign. Takes the PIN. invalid_input: the fingerprint is not the offered one */
  'office.accept': procedure({
    input: z.strictObject({ fingerprint: z.string().max(100), pin: Pin.optional() }),
    output: OfficeOfCounter,
    needs: 'settingsConnection',
    office: 'counter',
  }),
};
