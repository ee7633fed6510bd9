export const display = {
  title: 'Layar pelanggan',
  lead: 'Layar kedua yang menghadap pelanggan: produk, nomor, jumlah, kembalian, hasil, dan QR bukti. Harga beli, nomor seri, dan data orang lain tidak pernah tampil di sana.',
  none: 'Di sini layar pelanggan tidak tersedia.',
  switch: { on: 'Pakai', off: 'Tidak dipakai' },
  screen: {
    label: 'Di layar mana',
    auto: 'Layar kedua (otomatis)',
    window: 'Jendela biasa, saya geser sendiri',
    one: 'Baru ada satu layar. Layar pelanggan terbuka sendiri begitu layar kedua dipasang.',
  },
  seconds: 'Hasil hilang sesudah (detik)',
  secondsHint: '5 sampai 300. Pelanggan berikutnya langsung menggantikannya.',
  secondsBad: 'Tulis angka antara 5 dan 300.',
  link: {
    title: 'Buka di peramban',
    lead: 'Buat alamat, buka di layar yang menghadap pelanggan, lalu tekan F11 supaya memenuhi layar. Alamat berlaku satu kali, dan layar itu hanya bisa menampilkan.',
    make: 'Buat alamat',
    open: 'Buka layar pelanggan',
    copy: 'Salin alamat',
    copied: 'Alamat disalin. Berlaku satu kali.',
  },
  preview: {
    title: 'Contoh tampilan',
    idle: 'Kosong',
    asking: 'Ditanyakan',
    success: 'Berhasil',
    unsure: 'Belum pasti',
    failed: 'Gagal',
    test: 'Tampilkan contoh di layar pelanggan',
  },
};

export const sounds = {
  label: 'Suara',
  lead: 'Suara hanya mengiringi yang sudah tertulis di layar. Pengaturan ini untuk komputer ini saja.',
  try: 'Coba suara',
  loudness: { off: 'Mati', soft: 'Pelan', medium: 'Sedang', loud: 'Keras' },
  cue: { success: 'Berhasil', failed: 'Gagal', attention: 'Perlu dilihat', keyError: 'Salah ketik' },
};
