import { describe, expect, test } from 'vitest';
import { FileReader, type FileReading } from '../../../../src/renderer/ui/file-reading.ts';
import type { KonterError } from '../../../../src/shared/contract/errors.ts';

interface Read {
  mapping: { sheet: string; column: string };
  lines: string;
}

const noTable: KonterError = { code: 'invalid_input', message: 'no table', reason: 'no_table' };

/** A main whose answers a test gives, one after the other. */
function reader() {
  const requests: Array<{ mapping: Read['mapping'] | undefined; answer: (lines: string | null) => Promise<void> }> = [];
  const readings: FileReading<Read>[] = [];
  const file = new FileReader<Read>(
    (_, mapping) =>
      new Promise((resolve) => {
        const answer = async (lines: string | null): Promise<void> => {
          const read = { mapping: mapping ?? { sheet: '1', column: 'A' }, lines: lines ?? '' };
          resolve(lines === null ? { ok: false, error: noTable } : { ok: true, value: read });
          await Promise.resolve();
        };
        requests.push({ mapping, answer });
      }),
    (reading) => void readings.push(reading),
  );
  return { file, requests, now: () => readings.at(-1) };
}

async function proposed() {
  const world = reader();
  const looked = world.file.look('a file');
  await world.requests[0]?.answer('proposed');
  expect(await looked).toBeNull();
  return world;
}

describe('a file that is read as a person corrects it', () => {
  test('shows a correction at once, and that its lines are not read so yet', async () => {
    const { file, now } = await proposed();
    void file.look('a file', { sheet: '2', column: 'A' });
    expect(now()).toEqual({ proposal: { mapping: { sheet: '2', column: 'A' }, lines: 'proposed' }, isReading: true });
  });

  test('reads the newest of several quick corrections, and no answer to an earlier one counts', async () => {
    const { file, requests, now } = await proposed();
    const first = file.look('a file', { sheet: '2', column: 'A' });
    expect(await file.look('a file', { sheet: '2', column: 'B' })).toBeNull();
    expect(await file.look('a file', { sheet: '2', column: 'C' })).toBeNull();
    expect(requests).toHaveLength(2);
    await requests[1]?.answer('of an earlier one');
    expect(now()).toMatchObject({ proposal: { mapping: { column: 'C' }, lines: 'proposed' }, isReading: true });
    expect(requests[2]?.mapping).toEqual({ sheet: '2', column: 'C' });
    await requests[2]?.answer('newest');
    expect(await first).toBeNull();
    expect(requests).toHaveLength(3);
    expect(now()).toEqual({ proposal: { mapping: { sheet: '2', column: 'C' }, lines: 'newest' }, isReading: false });
  });

  test('goes back to the last that was read where a correction is refused, and says why', async () => {
    const { file, requests, now } = await proposed();
    const looked = file.look('a file', { sheet: '3', column: 'A' });
    await requests[1]?.answer(null);
    expect(await looked).toBe(noTable);
    expect(now()).toMatchObject({ proposal: { mapping: { sheet: '1' }, lines: 'proposed' }, isReading: false });
  });

  test('has nothing of the file before while another one is read, nor where that is refused', async () => {
    const { file, requests, now } = await proposed();
    const looked = file.look('another file');
    expect(now()).toEqual({ proposal: null, isReading: true });
    await requests[1]?.answer(null);
    expect(await looked).toBe(noTable);
    expect(now()).toEqual({ proposal: null, isReading: false });
  });
});
