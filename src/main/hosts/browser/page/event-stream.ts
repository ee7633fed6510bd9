import { type SessionPath, secretHeader } from './trade-token.ts';

export interface StreamMessage {
  /** null when the message has none */
  id: string | null;
  data: string;
}

/**
 * Reads the host's server-sent events until the stream ends. By fetch, because an EventSource sends no header and so not the
 * page's secret. Never rejects.
 */
export async function readEventStream(
  address: string,
  session: SessionPath,
  receive: (message: StreamMessage) => void,
): Promise<'ended' | 'signed_out'> {
  try {
    const answer = await fetch(address, { headers: secretHeader(session), redirect: 'error', cache: 'no-store' });
    if (answer.status === 401) return 'signed_out';
    if (!answer.ok || answer.body === null) return 'ended';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = parsedBlock(block);
        if (message !== null) receive(message);
      }
    }
  } catch {
    return 'ended';
  }
}

/** The host writes at most one id and one line of data a block; the rest are comments and `retry`. */
function parsedBlock(block: string): StreamMessage | null {
  const field = (name: string): string | null =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const data = field('data');
  return data === null ? null : { id: field('id'), data };
}
