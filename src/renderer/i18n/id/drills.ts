/** Guided exercises of training mode. */
export const drills = {
  title: 'Soal latihan',
  lead: 'Hari buruk yang dicoba dulu di sini, dengan uang mainan. Kartu di atas layar menuntun; yang menjual tetap Anda.',
  start: 'Mulai',
  again: 'Ulangi',
  running: 'Sedang dikerjakan',
  notDone: 'Belum pernah dikerjakan',
  done: 'Selesai {{when}}',
  doneBy: '{{name}}, {{when}}',
  more: 'dan {{n}} orang lagi',
  clean: 'tanpa salah',
  wrongMoves_one: '{{count}} langkah keliru',
  wrongMoves_other: '{{count}} langkah keliru',
  training: 'LATIHAN',
  notReal: 'bukan uang sungguhan',
  card: 'Soal yang sedang dikerjakan',
  step: '{{title}}, {{n}}/{{of}}:',
  through: '{{title}}:',
  type: 'Isi di kolom',
  load: 'Pasang kertas baru',
  stop: 'Berhenti',
  fold: 'Lipat kartu',
  unfold: 'Buka kartu',
  seeResult: 'Lihat hasil',
  throughClean: 'Selesai, dan tidak ada yang akan merugikan toko.',
  throughWrong: 'Selesai, tetapi ada yang akan merugikan toko. Lihat hasilnya.',
  wasRight: 'Yang benar',
  wouldCost: 'Yang akan merugikan bila sungguhan',
  atStake: 'Uang yang dipertaruhkan: {{amount}}.',
  others: 'Soal lain',
  name: {
    lostOrder: { title: 'Jawaban hilang', lead: 'Pulsa terkirim atau tidak? Kabarnya datang belakangan.' },
    lateWebhook: { title: 'Kabar terlambat', lead: 'Pesanan menunggu lama; antrean tetap jalan.' },
    failedSale: { title: 'Gagal, uang kembali', lead: 'Penjualan gagal padahal uang sudah diterima.' },
    askedTwice: { title: 'Diminta dua kali', lead: 'Pelanggan bilang belum masuk; jangan terjual dua kali.' },
    lostBill: {
      title: 'Jawaban tagihan hilang',
      lead: 'Sudah terbayar atau belum? Cek ulang, lalu pengawas mencatat.',
    },
    paperOut: { title: 'Kertas habis', lead: 'Gulungan habis di tengah struk.' },
  },
  steps: {
    loseAnswer: {
      do: 'Jual {{product}} ke {{number}}, terima uangnya, dan kirim.',
      means: 'Jawabannya hilang di jalan. Provider mungkin sudah mengirim pulsanya, jadi uang tetap di laci.',
    },
    serveWhileUnknown: {
      do: 'Jangan kirim lagi, jangan kembalikan uang. Layani orang berikutnya: {{nextProduct}} ke {{nextNumber}}.',
      means: 'Satu penjualan belum pasti, dan antrean tetap jalan. Uangnya dijaga di baris paling atas.',
    },
    hearLost: {
      do: 'Tunggu sebentar. Kabar bertanda tangan dari provider akan datang sendiri.',
      means: 'Ternyata terkirim. Bila tadi dikirim lagi, toko membayar dua kali.',
    },
    findLost: {
      do: 'Pelanggan kembali menanyakan. Buka penjualan {{number}} di Struk (F3).',
      means: 'Ada nomor serinya: itulah bukti untuk pelanggan.',
    },
    sellSlow: {
      do: 'Jual {{product}} ke {{number}}, terima uangnya, dan kirim.',
      means: 'Provider menerima pesanan, hasilnya belum ada. Menunggu bukan gagal: uang tetap di laci.',
    },
    serveWhilePending: {
      do: 'Biarkan menunggu dan layani orang berikutnya: {{nextProduct}} ke {{nextNumber}}.',
      means: 'Yang menunggu tetap dijaga di baris atas; tidak perlu ditunggui.',
    },
    hearLate: {
      do: 'Tunggu sebentar. Kabarnya sedang di jalan.',
      means: 'Kabarnya datang dan penjualan selesai sendiri, tanpa ada yang menekan apa pun.',
    },
    findLate: {
      do: 'Berikan buktinya: buka penjualan {{number}} di Struk (F3).',
      means: 'Struknya sudah lengkap dengan nomor seri.',
    },
    sellFailing: {
      do: 'Jual {{product}} ke {{number}}, terima uangnya, kirim, lalu tunggu hasilnya.',
      means: 'Gagal, dan itu pasti: provider tidak mengambil uang toko. Uang di laci milik pelanggan.',
    },
    returnCash: {
      do: 'Serahkan uangnya, lalu catat dengan tombol “Uang sudah dikembalikan”.',
      means: 'Tercatat siapa dan kapan. Tanpa catatan, laci tampak kurang dan uang bisa kembali dua kali.',
    },
    sellOnce: {
      do: 'Jual {{product}} ke {{number}} dan tunggu sampai berhasil.',
      means: 'Berhasil dan ada nomor serinya. Pelanggan berkata: “Belum masuk, kirim lagi.”',
    },
    sellAgain: {
      do: 'Coba jual {{product}} ke {{number}} sekali lagi, sampai konter bertanya.',
      means: 'Konter mengenali penjualan yang sama hari ini, sebelum apa pun terkirim.',
    },
    showSn: {
      do: 'Batalkan. Buka penjualan pertama di Struk (F3) dan tunjukkan nomor serinya.',
      means: 'Nomor seri membuktikan pulsa sudah masuk; pelanggan bisa menanyakannya ke operator.',
    },
    payBill: {
      do: 'Bayar tagihan {{product}} untuk {{number}}.',
      means: 'Jawabannya hilang. Tagihan mungkin sudah lunas; untuk tagihan tidak ada kabar yang menyusul.',
    },
    lookAtBill: {
      do: 'Buka pembayaran ini di Struk (F3) dan cek ulang tagihannya.',
      means: 'Tagihan sudah tidak ada: mungkin sekali sudah terbayar. Ini petunjuk, bukan bukti.',
    },
    recordBill: {
      do: 'Pengawas menekan “Catat hasil”: berhasil, dengan keterangan dari mana diketahui.',
      means: 'Tercatat siapa yang memutuskan dan atas dasar apa, dan tagihan tidak dibayar dua kali.',
    },
    sellToPrint: {
      do: 'Jual {{product}} ke {{number}} dan tunggu sampai berhasil.',
      means: 'Uangnya beres: penjualan berhasil, apa pun nasib kertasnya.',
    },
    printHalf: {
      do: 'Cetak struknya (F8). Gulungan kertas hampir habis.',
      means: 'Kertas habis di tengah. Penjualan tetap berhasil; hanya buktinya yang setengah.',
    },
    printAgain: {
      do: 'Buka cetakan (F7). Struknya tidak utuh, jadi pilih “Cetak lagi”.',
      means: 'Struk baru menunggu kertas. Ia salinan bernomor, jadi bukti tetap bisa dihitung.',
    },
    newRoll: {
      do: 'Pasang gulungan baru; yang menunggu tercetak sendiri.',
      means: 'Tercetak utuh tanpa menekan cetak lagi.',
    },
  },
  wrongs: {
    pressedAgain: 'Tadi dikirim lagi. Konter menahannya, karena yang pertama mungkin sudah terkirim.',
    soldTwice: 'Nomor yang sama dijual lagi sebelum pasti. Bila sungguhan, toko mungkin membayar dua kali.',
    cashGivenBack: 'Uang hendak dikembalikan sebelum pasti. Bila ternyata terkirim, toko rugi seluruhnya.',
    recordedBlind: 'Hasilnya hendak dicatat sebelum ada kabar. Catatan yang menebak bisa berlawanan dengan kabarnya.',
    servedBeforeReturning: 'Orang berikutnya dilayani sebelum uang kembali. Pelanggan pertama pergi tanpa uangnya.',
    allowedRepeat: 'Dijual sekali lagi meski konter bertanya. Toko membayar dua kali untuk satu pelanggan.',
    recordedFailed: 'Dicatat gagal, padahal mungkin lunas. Uang kembali ke pelanggan dan tagihan tetap terbayar.',
    noEvidence: 'Dicatat tanpa cek ulang. Cek ulang gratis, dan tanpa itu catatan hanya tebakan.',
    saidPrinted: 'Setengah struk dicatat sudah tercetak. Pelanggan pergi tanpa bukti yang utuh.',
    gaveSlipUp: 'Struknya dibatalkan. Pelanggan pergi tanpa bukti.',
    soldForPaper: 'Dijual lagi hanya demi struk. Cetak lagi itu gratis; menjual lagi tidak.',
  },
};
