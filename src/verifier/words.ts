export type ProofResult =
  | 'genuine'
  | 'altered'
  | 'unknown_terminal'
  | 'training'
  | 'damaged'
  | 'newer'
  | 'not_a_proof'
  | 'cannot';

const indonesian = {
  title: 'Periksa bukti pembayaran',
  language: 'English',
  lead: 'Pindai kode QR pada struk, atau tempel teksnya di sini. Halaman ini tidak mengirim apa pun.',
  camera: 'Pakai kamera',
  stopCamera: 'Tutup kamera',
  photo: 'Pilih foto',
  aim: 'Arahkan kamera ke kode QR.',
  noCamera: 'Kamera tidak bisa dipakai. Pilih foto, atau tempel teksnya.',
  noCode: 'Tidak ada kode QR yang terbaca di foto itu. Coba foto yang lurus dan tajam.',
  proof: 'Teks bukti',
  proofHint: 'Dimulai dengan KTR1. Pemindai boleh menekan Enter sendiri.',
  keys: 'Kunci konter',
  keysHint: 'Dimulai dengan KTK1, satu atau lebih. Minta langsung kepada tokonya.',
  check: 'Periksa',
  offline: 'Berjalan tanpa internet. Cara kerjanya tertulis di docs/proof-format.md.',
  keyFromPage: 'Kuncinya dari',
  keyFromLink: 'Kuncinya ikut dengan tautan. Cocokkan kode terminal ini dengan yang dipasang di toko.',
  badKeys: 'Ada kunci yang tidak utuh; itu tidak dipakai.',
  results: {
    genuine: 'Asli',
    altered: 'Diubah',
    unknown_terminal: 'Terminal tidak dikenal',
    training: 'Latihan - tidak sah',
    damaged: 'Tidak utuh',
    newer: 'Format lebih baru',
    not_a_proof: 'Bukan bukti Konter',
    cannot: 'Tidak bisa diperiksa di sini',
  } satisfies Record<ProofResult, string>,
  means: {
    genuine:
      'Konter ini yang menulisnya, persis seperti ini. Apakah kemudian dipersoalkan hanya tercatat di konternya.',
    altered: 'Tanda tangannya tidak cocok dengan isinya. Jangan percaya bukti ini.',
    unknown_terminal:
      'Tidak ada kunci terminal ini, jadi belum bisa dikatakan apa-apa. Isinya di bawah belum terbukti.',
    training: 'Struk ini dibuat saat latihan. Tidak ada yang dibayar.',
    damaged: 'Teksnya terpotong atau salah baca. Pindai sekali lagi.',
    newer: 'Bukti ini dibuat Konter yang lebih baru. Pakai halaman pemeriksa yang terbaru.',
    not_a_proof: 'Teks ini tidak berisi bukti yang dimulai dengan KTR1.',
    cannot: 'Peramban ini tidak mengenal Ed25519. Pakai peramban yang lebih baru.',
  } satisfies Record<ProofResult, string>,
  field: {
    receipt: 'No. struk',
    total: 'Jumlah',
    at: 'Waktu',
    sn: 'SN',
    terminal: 'Kode terminal',
    head: 'Catatan ke',
  },
  none: 'tidak disebut',
  snLater: 'menyusul',
  snDigest: 'terlalu panjang untuk kode QR; cocokkan dengan toko',
};

type Words = typeof indonesian;

const english: Words = {
  title: 'Verify a proof of payment',
  language: 'Bahasa Indonesia',
  lead: 'Scan the QR code on the slip, or paste its text here. This page sends nothing.',
  camera: 'Use the camera',
  stopCamera: 'Close the camera',
  photo: 'Choose a photo',
  aim: 'Point the camera at the QR code.',
  noCamera: 'The camera cannot be used. Choose a photo, or paste the text.',
  noCode: 'No QR code could be read in that photo. Try a straight and sharp one.',
  proof: 'Text of the proof',
  proofHint: 'Begins with KTR1. A scanner may press Enter by itself.',
  keys: 'The counter’s key',
  keysHint: 'Begins with KTK1, one or more. Ask the shop itself for it.',
  check: 'Verify',
  offline: 'Works without internet. How is written in docs/proof-format.md.',
  keyFromPage: 'The key is from',
  keyFromLink: 'The key came with the link. Compare this terminal’s code with the one shown in the shop.',
  badKeys: 'One of the keys is not whole; it was not used.',
  results: {
    genuine: 'Genuine',
    altered: 'Altered',
    unknown_terminal: 'Unknown terminal',
    training: 'Training - not valid',
    damaged: 'Not whole',
    newer: 'Newer format',
    not_a_proof: 'Not a proof of Konter',
    cannot: 'Cannot be verified here',
  },
  means: {
    genuine:
      'This counter wrote it, exactly like this. Whether it was disputed since then, only the counter’s book knows.',
    altered: 'The signature does not fit what it says. Do not trust this proof.',
    unknown_terminal: 'The key of this terminal is not here, so nothing can be said. What it says below is not proven.',
    training: 'This slip was made in training. Nothing was paid.',
    damaged: 'The text was cut off or read wrongly. Scan it once more.',
    newer: 'This proof was made by a newer Konter. Use the newest verifier page.',
    not_a_proof: 'There is no proof in this text; one begins with KTR1.',
    cannot: 'This browser does not know Ed25519. Use a newer one.',
  },
  field: {
    receipt: 'Receipt no.',
    total: 'Amount',
    at: 'Time',
    sn: 'SN',
    terminal: 'Terminal’s code',
    head: 'Event no.',
  },
  none: 'not named',
  snLater: 'to follow',
  snDigest: 'too long for a QR code; compare it at the shop',
};

export const words = { id: indonesian, en: english };
export type Language = keyof typeof words;
