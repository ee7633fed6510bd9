import { z } from 'zod';

/** One erasure, as it is remembered outside of the database too: nothing in it names the customer. */
export const Erasure = z.object({
  /** when it was asked for: a restored database learns of it later */
  at: z.iso.datetime(),
  /** of the number, under a key that only this machine holds */
  digest: z.string(),
  /** the shop's ids of the sales */
  sales: z.array(z.string()).readonly(),
  /** events that kept a webhook for no sale: number and hash */
  webhooks: z.array(z.tuple([z.int(), z.string()]).readonly()).readonly(),
  /** entries of the customer book, by id; erasures of before there was one name none */
  saved: z.array(z.string()).readonly().default([]),
});
export type Erasure = z.infer<typeof Erasure>;
