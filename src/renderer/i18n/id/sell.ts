export const sell = {
  title: 'Jual pulsa dan prabayar',
  lookingUp: 'Mencari…',
  inactive: 'Tidak dijual',
  paused: 'Jeda sampai {{until}}',
  closing: 'Jeda {{minutes}} mnt lagi',
  known: 'Produk yang pernah dijual',
  noMatch: 'Tidak ada yang cocok. Tekan Enter untuk mencari kode ini di provider.',
  empty: {
    title: 'Belum ada produk di konter ini.',
    do: 'Ketik kode produk dari provider lalu Enter. Setelah itu ia tinggal dipilih di sini.',
    example: 'Coba contoh: {{code}} ke {{number}}',
  },
  price: 'Harga jual',
  tendered: 'Uang diterima',
  exact: 'Uang pas',
  change: 'Kembali',
  short: 'Kurang',
  notes: 'Pilihan uang',
  total: 'Total',
  review: 'Periksa',
  readBack: 'Bacakan kembali kepada pelanggan',
  edit: 'Ubah',
  send: 'Kirim',
  next: 'Berikutnya',
  sn: 'Nomor seri (SN)',
  duplicate: {
    title: 'Sudah dijual {{time}}',
    ask: 'Produk dan nomor yang sama sudah terjual. Kirim sekali lagi?',
    again: 'Ya, jual sekali lagi',
    stop: 'Tidak jadi',
  },
  cashKept:
    'Uang {{cash}} sudah ada di laci dari penjualan yang tidak terkirim. Jangan minta lagi, dan jangan kembalikan.',
  sameCredit: {
    title: 'Kode lain belum pasti, {{time}}',
    ask: 'Isi yang sama ke nomor ini sudah dikirim dengan kode lain, dan hasilnya belum diketahui. Kalau keduanya berhasil, pelanggan dapat dua kali dan toko membayar dua kali. Tunggu hasilnya, atau kirim hanya kalau pelanggan memang mau dua kali.',
  },
  inFlight: {
    title: 'Yang sama masih belum selesai',
    see: 'Lihat penjualan itu',
  },
  cutOff: {
    title: 'Produk sedang jeda sampai {{end}}',
    ask: 'Pesanan di dalam jam jeda bisa gagal atau tertunda sampai jeda selesai. Tetap kirim?',
    send: 'Tetap kirim',
    stop: 'Tidak jadi',
  },
  costRisen: {
    neutral: 'Harga dari provider naik sejak harga jual ini ditetapkan. Beri tahu pemilik.',
    figures:
      'Provider sekarang mengambil {{took}}, di katalog {{cost}}. Dengan harga {{price}} toko untung {{margin}}.',
  },
  belowCost: {
    title: 'Harga ini di bawah modal',
    ask: 'Toko rugi di penjualan ini. Belum ada yang dikirim. Tetap jual dengan harga ini?',
    askRisen:
      'Harga dari provider naik, dan toko rugi pada penjualan ini. Belum ada yang dikirim. Beri tahu pemilik. Tetap jual dengan harga ini?',
    send: 'Tetap jual',
    stop: 'Tidak jadi',
  },
  keys: { submit: 'Lanjut', clear: 'Mulai baru' },
};

export const slip = {
  label: 'Struk pelanggan',
  draft: 'Beginilah struk nanti',
  draftMark: 'BELUM DIJUAL',
  product: 'Produk',
  customerNo: 'No. pelanggan',
  total: 'Total',
  cash: 'Tunai',
  change: 'Kembali',
  paper: { '58': '58 mm', '80': '80 mm', a4: 'A4' },
};
