export const states = {
  inquired: 'Belum dibayar',
  sending: 'Mengirim',
  pending: 'Menunggu',
  success: 'Berhasil',
  failed: 'Gagal',
  unsent: 'Tidak terkirim',
  unknown: 'Belum pasti',
  disputed: 'Bertentangan',
  expired: 'Kedaluwarsa',
};

export const kinds = { prepaid: 'Prabayar', postpaid: 'Tagihan' };

export const flags = {
  answer_incomplete: 'Jawaban provider tidak lengkap',
  price_differs: 'Dibayar dengan jumlah yang berbeda dari cek tagihan',
  product_differs: 'Provider menyebut produk lain',
  cut_off_overridden: 'Dikirim saat jeda, atas pilihan kasir',
  repeat_allowed: 'Ulangan di hari yang sama, atau isi yang sama dengan kode lain, atas pilihan kasir',
  below_cost_allowed: 'Dijual di bawah modal, atas pilihan kasir',
  resolved_by_hand: 'Hasil dicatat oleh orang',
  cost_differs: 'Provider mengambil jumlah yang berbeda dari modal di katalog',
  address_differs: 'Provider mengirim kabarnya ke alamat pesanan lain',
  maybe_paid_twice: 'Ada kabar bahwa pembayaran tagihan ini berhasil: mungkin terbayar dua kali. Lihat dasbor provider',
};
