import { type SlipSettings, shopHead } from './build.ts';
import { gap, type ReceiptBlock, type ReceiptDoc, visibleSlip } from './doc.ts';

const texts = {
  id: {
    title: 'DATA PELANGGAN DI TOKO INI',
    kept: 'Kami mencatat nomor, produk, jumlah, waktu, dan nama bila ada, untuk mengirim pesanan Anda, memberi struk, dan mengurus yang bermasalah.',
    shared: 'Nomor dan pesanan dikirim ke penyedia yang memprosesnya, bukan untuk iklan.',
    days: (days: number) => `Nomor dan nama dihapus sesudah ${days} hari.`,
    forever: 'Catatan disimpan selama diperlukan untuk pembukuan.',
    saved: 'Disimpan sebagai pelanggan hanya kalau Anda setuju.',
    rights: 'Anda boleh melihat, membetulkan, atau minta hapus data Anda (UU 27/2022). Tanya kasir.',
  },
  en: {
    title: 'CUSTOMER DATA AT THIS SHOP',
    kept: 'We record the number, product, amount, time, and the name where there is one, to send your order, give a slip and settle what went wrong.',
    shared: 'Number and order go to the provider that processes them, and not to advertisers.',
    days: (days: number) => `Number and name are erased after ${days} days.`,
    forever: 'Records are kept as long as the books need them.',
    saved: 'You are saved as a customer only if you agree.',
    rights: 'You may see, correct or have your data erased (UU 27/2022). Ask the cashier.',
  },
};

/** What hangs at the till: what is kept of a customer, why, and what they may ask for. @param days after which it is erased; null: never */
export function buildPrivacyNotice(
  { language, shop }: Pick<SlipSettings, 'language' | 'shop'>,
  days: number | null,
): ReceiptDoc {
  const say = texts[language];
  const lines = [say.kept, say.shared, days === null ? say.forever : say.days(days), say.saved, say.rights];
  return visibleSlip({
    language,
    blocks: [
      ...shopHead({ shop }),
      gap,
      { type: 'centred', text: say.title, strong: true },
      gap,
      ...lines.flatMap((text): ReceiptBlock[] => [{ type: 'paragraph', text }, gap]),
    ],
  });
}
