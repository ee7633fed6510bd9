import type { Settings } from '../../shared/contract/settings.ts';
import { tabCustomer, tabOwed } from '../../shared/domain/cash.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import { proofLink } from '../../shared/domain/proof.ts';
import { buildSlip } from '../../shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type KeyRing, makeProof } from '../proofs/index.ts';
import { slipHtml } from './render/slip-html.ts';
import { type PrintPayload, pageBytes } from './transports/transport.ts';

/** The sources of a slip: the sale's database, the settings and the key that signs its proof. */
export interface SlipSources {
  runtime(): {
    mode: 'training' | 'live';
    db: Pick<SalesStore, 'resultEvent'> & {
      readonly people: { whoSold(saleId: string): Promise<string | null> };
      readonly tabs: { nameOf(customerId: string): Promise<string | null> };
    };
  };
  settings(): Settings;
  proofKeys: Pick<KeyRing, 'signer'>;
}

/** Builds the slip of a sale, with its proof. @param copy 1 is the original */
export async function slipOf(
  sale: Transaction,
  copy: number,
  { runtime, settings, proofKeys }: SlipSources,
): Promise<ReceiptDoc> {
  const { language, timeZone, shop, slipCashier, verifierUrl } = settings();
  const { mode, db } = runtime();
  const proofText = await makeProof(sale, { db, mode }, proofKeys);
  const proof = proofText && proofLink(verifierUrl, proofText);
  const cashier = slipCashier ? await db.people.whoSold(sale.id) : null;
  const customer = tabOwed(sale) > 0 ? tabCustomer(sale) : null;
  const debtor = customer === null ? null : await db.tabs.nameOf(customer);
  return buildSlip(sale, { language, timeZone, shop, training: mode === 'training', copy, cashier, debtor, proof });
}

/**
 * Renders a document for a printer. The encoders are loaded with the first slip: a counter without a printer does without.
 * @param about the sale and copy: its original opens the drawer if the setting asks for it
 */
export async function payloadFor(
  { transport, language, columns, codePage, cut, feed, drawer, logo, qr }: PrinterSetting,
  doc: ReceiptDoc,
  about: { saleId: string | null; copy: number | null },
): Promise<PrintPayload> {
  const picture = logo === null ? null : { ...logo, rows: Buffer.from(logo.rows, 'base64') };
  if (transport.kind === 'system-graphic') {
    const { paper } = transport;
    const page = { html: slipHtml(doc, paper, picture), paper, saleId: about.saleId, copy: about.copy ?? 1 };
    return { format: 'page', bytes: pageBytes(page) };
  }
  const options = {
    language,
    columns,
    codePage,
    cut,
    feed,
    drawer: drawer === 'with_receipt' && about.copy === 1,
    logo: picture,
    qr,
  };
  const { renderBytes } = await import('./render/slip-bytes.ts');
  return { format: language, bytes: renderBytes(doc, options) };
}
