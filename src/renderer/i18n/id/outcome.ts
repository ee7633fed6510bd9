/** What became of a sale. First the money, then why, then what to do. */
export const outcome = {
  label: 'Hasil penjualan',
  sending: {
    title: 'Mengirim… tunggu sebentar.',
    why: 'Permintaan berangkat sekali saja; jawabannya sedang ditunggu.',
    do: 'Uang disimpan dulu. Jangan kirim lagi dengan cara lain.',
  },
  pending: {
    title: 'Diterima. Menunggu hasil.',
    why: 'Provider sedang memproses. Hasil datang sendiri dan mengisi struk di kanan.',
    do: 'Boleh melayani pelanggan berikutnya; penjualan ini tetap tampak di baris atas.',
  },
  success: {
    title: 'Berhasil.',
    why: 'Provider sudah memberi nomor seri.',
    do: 'Cetak struk dan serahkan kepada pelanggan.',
  },
  successNoSn: {
    title: 'Berhasil, SN menyusul.',
    why: 'Provider menyatakan berhasil tetapi belum memberi nomor seri.',
    do: 'Struk tercetak dengan tulisan SN menyusul; cetak ulang bila SN sudah datang.',
  },
  failed: {
    title: 'Gagal. Kembalikan {{cash}} kepada pelanggan.',
    why: 'Provider menyatakan penjualan ini gagal.',
    do: 'Serahkan uangnya, lalu tekan Uang sudah dikembalikan.',
  },
  failedNoCash: {
    title: 'Gagal. Tidak ada uang yang harus dikembalikan.',
    why: 'Provider menyatakan penjualan ini gagal.',
    do: 'Boleh dicoba lagi sebagai penjualan baru.',
  },
  unsent: {
    title: 'Tidak terkirim. Kembalikan {{cash}} kepada pelanggan.',
    why: 'Sambungan ke provider tidak pernah terjadi, jadi tidak ada yang terjual.',
    do: 'Serahkan uangnya lalu tekan Uang sudah dikembalikan. Atau simpan uangnya dan tekan Jual lagi dengan uang ini bila sambungan pulih.',
  },
  unsentNoCash: {
    title: 'Tidak terkirim. Tidak ada uang yang harus dikembalikan.',
    why: 'Sambungan ke provider tidak pernah terjadi, jadi tidak ada yang terjual.',
    do: 'Jual lagi bila sambungan pulih.',
  },
  unknown: {
    title: 'Belum pasti. Uang jangan dikembalikan dulu.',
    why: 'Permintaan sudah berangkat tetapi belum ada jawaban yang jelas. Bisa jadi sudah masuk ke pelanggan.',
    do: 'Tunggu kabar otomatis, atau tanya provider lalu catat hasilnya. Nomor ini terkunci untuk produk ini sampai jelas.',
  },
  disputed: {
    title: 'Kabar bertentangan. Uang jangan dikembalikan dulu.',
    why: 'Provider memberi dua hasil akhir yang berbeda untuk penjualan ini.',
    do: 'Tanya provider, lalu catat hasil yang benar. Nomor ini terkunci untuk produk ini sampai jelas.',
  },
  inquired: {
    title: 'Tagihan belum dibayar.',
    why: 'Tagihan baru dicek; tidak ada yang terkirim.',
    do: 'Bayar dari Tagihan selama masih berlaku.',
  },
  expired: {
    title: 'Tagihan kedaluwarsa. Belum ada yang dibayar.',
    why: 'Hasil cek tagihan hanya berlaku sebentar.',
    do: 'Cek lagi tagihannya.',
  },
  returned: 'Uang sudah dikembalikan pada {{time}}.',
  changeToo: 'Kembalian {{change}} juga milik pelanggan, bila belum diserahkan.',
  providerSays: 'Kata provider: {{message}}',
  refused: 'Ditolak oleh provider.',
  open: 'Buka di Struk',
};
