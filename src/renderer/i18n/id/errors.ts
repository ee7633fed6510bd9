/** What went wrong before or beside a sale. First the money, then why, then what to do. */
export const errors = {
  invalid_input: {
    title: 'Ada isian yang belum benar. Belum ada yang dikirim.',
    why: 'Konter tidak menerima isian ini.',
    do: 'Periksa isian, lalu coba lagi.',
  },
  not_configured: {
    title: 'Konter belum disetel. Jangan terima uang dulu.',
    why: 'Sambungan ke provider atau relay belum diisi.',
    do: 'Buka Pengaturan dan lengkapi isiannya.',
  },
  not_found: {
    title: 'Tidak ditemukan.',
    why: 'Tidak ada data dengan kode atau nomor itu.',
    do: 'Periksa lagi yang diketik.',
  },
  not_allowed: {
    title: 'Tidak diizinkan.',
    why: 'Keadaan penjualan ini tidak membolehkannya, atau PIN salah.',
    do: 'Minta bantuan pengawas.',
  },
  product_inactive: {
    title: 'Produk sedang tidak dijual. Jangan terima uang.',
    why: 'Provider menandai produk ini nonaktif. Belum ada yang dikirim.',
    do: 'Pilih produk lain.',
  },
  cut_off: {
    title: 'Produk sedang jeda. Belum ada yang dikirim.',
    why: 'Provider menghentikan produk ini setiap hari pada jam jeda.',
    do: 'Tunggu sampai jeda selesai, atau kirim dengan sadar.',
  },
  duplicate: {
    title: 'Sudah pernah dijual. Belum ada yang dikirim lagi.',
    why: 'Produk dan nomor yang sama sudah terjual hari ini atau dalam 12 jam terakhir.',
    do: 'Tanya pelanggan apakah memang mau dua kali.',
  },
  in_flight: {
    title: 'Masih ada yang belum jelas. Jangan terima uang lagi.',
    why: 'Penjualan yang sama ke nomor ini belum selesai, jadi tidak boleh dikirim lagi.',
    do: 'Tunggu hasilnya atau catat hasilnya di Struk.',
  },
  inquiry_expired: {
    title: 'Tagihan kedaluwarsa. Belum ada yang dibayar.',
    why: 'Hasil cek tagihan hanya berlaku sebentar.',
    do: 'Cek lagi tagihannya sebelum menerima uang.',
  },
  price_changed: {
    title: 'Jumlah tagihan berubah. Belum ada yang dibayar.',
    why: 'Cek terbaru memberi jumlah lain.',
    do: 'Sebutkan jumlah baru kepada pelanggan.',
  },
  provider_unreachable: {
    title: 'Provider tidak terjangkau. Tidak ada yang terkirim.',
    why: 'Sambungan tidak pernah terjadi.',
    do: 'Bila uang sudah diterima, kembalikan. Periksa internet, lalu coba lagi.',
  },
  provider_refused: {
    title: 'Ditolak provider.',
    why: 'Provider menjawab dan tidak menerima permintaan ini.',
    do: 'Periksa kode dan nomor. Bila uang sudah diterima, kembalikan.',
  },
  provider_bad_answer: {
    title: 'Jawaban provider tidak terbaca.',
    why: 'Bentuk jawabannya bukan yang dijanjikan.',
    do: 'Coba lagi sebentar; bila terulang, hubungi provider.',
  },
  outcome_unknown: {
    title: 'Belum pasti. Uang jangan dikembalikan dulu.',
    why: 'Permintaan sudah berangkat tetapi belum ada jawaban yang jelas.',
    do: 'Tunggu kabar otomatis, atau tanya provider lalu catat hasilnya.',
  },
  relay_unreachable: {
    title: 'Pesanan ditahan. Belum ada yang dikirim.',
    why: 'Relay tidak terdengar, jadi hasil pesanan tidak akan sampai ke konter ini.',
    do: 'Tunggu sampai relay mendengar lagi, lalu tekan Kirim. Uang jangan diterima dulu.',
  },
  internal: {
    title: 'Konter terganggu.',
    why: 'Ada yang salah di dalam Konter.',
    do: 'Cek dulu di Struk apakah penjualannya tercatat, baru ulangi.',
  },
};

export const errorParts = {
  cutOffWindow: 'Jeda {{start}} sampai {{end}} ({{zone}})',
};
