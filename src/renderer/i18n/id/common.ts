export const common = {
  loading: 'Memuat…',
  cancel: 'Batal',
  close: 'Tutup',
  back: 'Kembali',
  retry: 'Coba lagi',
  save: 'Simpan',
  told: 'Pemberitahuan',
  none: '—',
  optional: 'boleh kosong',
  noName: 'Tanpa nama',
};
