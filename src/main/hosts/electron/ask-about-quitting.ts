import type { QuitChoice } from './quit-flow.ts';

/** The part of Electron's dialog that is needed. */
export interface AskBox {
  showMessageBox(options: {
    type: 'question';
    title: string;
    message: string;
    detail: string;
    buttons: string[];
    defaultId: number;
    cancelId: number;
    noLink: boolean;
  }): Promise<{ response: number }>;
}

const choices: readonly QuitChoice[] = ['wait', 'stay', 'now'];

/** Asks what to do with the requests that are with the provider. Both languages, as the page may be gone already. */
export async function askAboutQuitting(box: AskBox, count: number): Promise<QuitChoice> {
  const { response } = await box.showMessageBox({
    type: 'question',
    title: 'Konter',
    message: `${count} permintaan masih di penyedia.\n${count} request(s) are still with the provider.`,
    detail:
      'Jika ditutup sekarang, hasilnya menjadi “belum pasti”: jangan dijual ulang, webhook akan memberi tahu nanti.\n\n' +
      'Closed now, they become “unknown”: do not sell them again; the webhook will tell later.',
    buttons: [
      'Tunggu jawaban, lalu tutup · Wait for the answer, then close',
      'Jangan tutup · Keep open',
      'Tutup sekarang · Close now',
    ],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return choices[response] ?? 'stay';
}
