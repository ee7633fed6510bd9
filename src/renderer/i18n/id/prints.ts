import type { PrintReason, PrintState } from '../../../shared/domain/print-job.ts';

/** How far a print job is. */
export const printStates = {
  queued: 'Menunggu giliran',
  checking: 'Memeriksa printer',
  sending: 'Mengirim ke printer',
  sent: 'Terkirim ke printer',
  confirmed: 'Tercetak',
  blocked: 'Tertahan',
  unknown: 'Belum pasti tercetak',
  failed: 'Tidak tercetak',
} satisfies Record<PrintState, string>;

/** Why a print job stands where it does. */
export const printReasons = {
  unreachable: 'Printer tidak bisa dihubungi. Periksa listrik, kabel dan alamatnya.',
  no_answer: 'Printer tidak menjawab. Matikan lalu nyalakan lagi.',
  paper_out: 'Kertas printer habis.',
  cover_open: 'Tutup printer terbuka.',
  printer_error: 'Printer melaporkan gangguan. Matikan lalu nyalakan lagi.',
  offline: 'Printer sedang tidak siap.',
  busy: 'Printer sedang dipakai program lain.',
  no_permission: 'Konter tidak boleh memakai printer ini. Minta pemilik mengatur izinnya.',
  not_a_printer: 'Alamat di pengaturan itu bukan printer.',
  no_such_printer: 'Sistem tidak punya printer bernama itu.',
  no_print_system: 'Sistem cetak komputer ini tidak berjalan.',
  printer_removed: 'Printer ini sudah dihapus dari pengaturan.',
  printer_changed: 'Pengaturan printer berubah sesudah struk ini disiapkan. Batalkan, lalu cetak lagi.',
  not_recorded: 'Komputer tidak bisa mencatat cetakan ini, jadi belum dikirim.',
  connection_lost: 'Sambungan ke printer putus saat mencetak. Lihat kertasnya.',
  not_taken: 'Printer tidak memberi kabar sesudah menerima struk. Lihat kertasnya.',
  stopped: 'Program berhenti saat mencetak. Lihat kertasnya.',
  system_refused: 'Sistem cetak menolak di tengah jalan. Lihat kertasnya.',
  restored: 'Dari cadangan yang dipulihkan: mungkin sudah pernah tercetak.',
  refused: 'Printer menolak struk ini.',
  given_up: 'Dibatalkan.',
  sale_changed: 'Penjualan ini tidak lagi berhasil, jadi bukti pembayarannya tidak dicetak.',
  other: 'Ada gangguan yang tidak dikenal pada printer.',
} satisfies Record<PrintReason, string>;
