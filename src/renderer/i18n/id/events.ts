export const events = {
  bill: {
    inquired: 'Tagihan dicek',
    inquiry_failed: 'Cek tagihan gagal',
    expired: 'Cek tagihan kedaluwarsa',
    evidence: 'Tagihan dicek ulang sebagai petunjuk',
  },
  sale: {
    sending: 'Akan dikirim',
    never_sent: 'Tidak pernah terkirim',
    answered: 'Provider menjawab',
    refused: 'Provider menolak',
    answer_lost: 'Belum ada jawaban yang jelas',
    recovered: 'Ditemukan saat konter menyala lagi',
    restored: 'Dipulihkan dari cadangan',
    erased: 'Data pelanggan dihapus',
  },
  webhook: {
    applied: 'Kabar provider diterapkan',
    disputed: 'Kabar provider bertentangan',
    repeated: 'Kabar yang sama datang lagi',
    adopted: 'Diambil dari kabar provider sesudah pemulihan',
    set_aside: 'Kabar provider disisihkan',
    unverified: 'Tanda tangan kabar provider tidak cocok dengan kunci toko',
    discarded: 'Kabar yang disisihkan sudah ditangani',
    passed_over: 'Kabar tanpa tanda tangan dihitung dan tidak disimpan',
  },
  customer: {
    erased: 'Data satu pelanggan dihapus atas permintaan',
  },
  database: {
    accepted: 'Penyelia memutuskan lanjut dengan buku yang lebih lama',
    restored: 'Catatan dipulihkan dari cadangan',
  },
  relay: {
    gap: 'Relay kehilangan sebagian kabar',
    changed: 'Kotak surat toko diganti',
  },
  person: {
    resolved: 'Hasil dicatat oleh orang',
    disputed: 'Diragukan oleh orang',
    corrected: 'Hasil diperbaiki oleh orang',
  },
  cash: {
    returned: 'Uang dikembalikan',
    collected: 'Uang ditagih lagi',
    moved: 'Uang dipakai untuk penjualan baru',
    paid_in: 'Uang dimasukkan ke laci',
    paid_out: 'Uang diambil dari laci',
  },
  shift: {
    opened: 'Sif dibuka',
    read: 'Uang yang seharusnya ada dilihat sebelum dihitung',
    closed: 'Sif ditutup',
  },
  proof: {
    printed: 'Struk dicetak',
    not_printed: 'Struk tidak tercetak',
    decided: 'Diputuskan soal cetakan yang belum pasti',
  },
  drawer: {
    kicked: 'Laci uang diminta terbuka',
    stayed_shut: 'Laci uang tetap tertutup',
  },
  people: {
    added: 'Orang ditambahkan',
    changed: 'Data orang diubah',
    signed_in: 'Masuk di konter',
    locked_out: 'Terlalu banyak PIN salah',
    reset: 'PIN pemilik disetel ulang dari folder data',
  },
  catalogue: { priced: 'Harga diubah' },
  clock: { accepted: 'Pemilik memakai jam komputer ini, bukan jam relay' },
  settings: { changed: 'Pengaturan diubah' },
};

export const bodyRoles = {
  request: 'Permintaan',
  answer: 'Jawaban',
  webhook: 'Webhook',
  note: 'Catatan',
  snapshot: 'Salinan keadaan',
};

export const setAsideReasons = {
  bad_signature: 'Tanda tangan salah',
  not_readable: 'Tidak terbaca',
  other_event: 'Bukan kabar transaksi',
  no_such_sale: 'Tidak ada penjualan seperti itu',
  customer_differs: 'Nomor pelanggan berbeda',
  product_differs: 'Produk berbeda',
  id_differs: 'Nomor transaksi berbeda',
  id_of_another_sale: 'Nomor transaksi milik penjualan lain',
  may_be_of_another: 'Mungkin tentang penjualan sebelumnya',
  not_sent_by_us: 'Tidak pernah kami kirim',
  fits_two_bills: 'Dua pembayaran satu tagihan',
};

/** Who did it; another name is shown as it is. */
export const actors = {
  cashier: 'kasir',
  supervisor: 'pengawas',
  provider: 'provider',
  system: 'konter',
  relay: 'relay',
};

/** What that means, for whoever looks into it. */
export const setAsideWhy = {
  bad_signature: 'Tidak ditandatangani dengan kunci toko: palsu, atau kunci di dasbor provider baru diganti.',
  not_readable: 'Tanda tangannya benar, tetapi isinya bukan kabar yang dikenal.',
  other_event: 'Jenis kabar ini tidak mengubah penjualan.',
  no_such_sale: 'Buku ini tidak punya penjualan dengan nomor itu.',
  customer_differs: 'Kabar menyebut pelanggan lain daripada penjualannya. Bisa jadi kabar lama dikirim ke alamat lain.',
  product_differs: 'Kabar menyebut produk lain daripada yang dijual.',
  id_differs: 'Penjualan ini sudah punya nomor transaksi lain.',
  id_of_another_sale: 'Nomor transaksinya sudah dipakai penjualan lain. Bisa jadi kabar lama dikirim ke alamat lain.',
  may_be_of_another:
    'Produk yang sama pernah dijual ke nomor ini dan diselesaikan dengan tangan, dan sejak itu belum ditegaskan provider. Kabar ini mungkin tentang penjualan itu. Begitu provider menegaskannya, kabar ini berlaku sendiri; kalau tidak, lihat dasbor provider, lalu catat hasilnya.',
  not_sent_by_us: 'Penjualan ini belum pernah dikirim dari sini.',
  fits_two_bills:
    'Tagihan ini dibayar lagi sesudah pembayarannya gagal, dan kabar ini cocok dengan keduanya. Lihat di dasbor provider apakah terbayar dua kali, lalu perbaiki hasil penjualannya.',
};
