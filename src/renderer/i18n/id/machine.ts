export const machine = {
  desktop: 'Jendela dan komputer',
  startAtLogin: 'Buka Konter saat masuk ke komputer',
  yes: 'Ya',
  no: 'Tidak',
  kiosk: 'Mode kios',
  kioskLead:
    'Jendela memenuhi layar dan tidak bisa ditutup. Komputernya sendiri tidak dikunci: program lain, pengalih tugas dan tombol daya dikunci oleh sistem, bukan oleh Konter.',
  diagnostics: 'Diagnostik',
  diagnosticsLead:
    'Keadaan konter ini sebagai teks untuk yang membantu: versi, pengaturan, kesalahan terakhir, antrean, basis data, disk, jam. Tanpa pelanggan, jumlah uang atau rahasia. Konter sendiri tidak mengirim apa pun.',
  copy: 'Salin diagnostik',
  gathering: 'Mengumpulkan …',
  copied: 'Tersalin. Tempelkan di obrolan.',
  notCopied: 'Sistem tidak menerima teksnya. Tandai di bawah lalu salin sendiri.',
  text: 'Diagnostik',
  lockedHere: 'Diatur dari luar, tidak bisa diubah di sini:',
} as const;
