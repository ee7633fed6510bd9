import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type SlipSaverParts, slipSaver, writeForOwner } from '../../../../src/main/hosts/electron/file-dialogs.ts';
import { temporaryFolder } from '../../../support/database-files.ts';

describe('SlipSaver', () => {
  const file = { html: '<p>slip</p>', paper: '58', as: 'pdf', name: 'struk-AB7K-000001.pdf' } as const;

  function saver(parts: Partial<SlipSaverParts> = {}) {
    const written = new Map<string, string>();
    const discard = vi.fn<() => void>();
    const layOut = vi.fn<SlipSaverParts['layOut']>(async () => ({
      pdf: async () => Buffer.from('a pdf'),
      png: async () => Buffer.from('a png'),
      discard,
    }));
    const port = slipSaver({
      layOut,
      askWhere: async ({ name }) => `/folder/${name}`,
      write: async (path, bytes) => void written.set(path, Buffer.from(bytes).toString()),
      deadline: () => new Promise(() => {}),
      ...parts,
    });
    return { port, written, discard, layOut };
  }

  it('a slip is drawn as what was asked for, written where the person says, and let go of', async () => {
    const { port, written, discard } = saver();
    expect(await port.save(file)).toEqual({ kind: 'saved', name: 'struk-AB7K-000001.pdf' });
    expect(await port.save({ ...file, as: 'png', name: 'a.png' })).toEqual({ kind: 'saved', name: 'a.png' });
    expect([...written]).toEqual([
      ['/folder/struk-AB7K-000001.pdf', 'a pdf'],
      ['/folder/a.png', 'a png'],
    ]);
    expect(discard).toHaveBeenCalledTimes(2);
  });

  it('nothing is drawn where the person gives no place', async () => {
    const { port, layOut } = saver({ askWhere: async () => null });
    expect(await port.save(file)).toEqual({ kind: 'cancelled' });
    expect(layOut).not.toHaveBeenCalled();
  });

  it('a drawing that never ends is given up, and nothing is written', async () => {
    const { port, written, discard } = saver({
      layOut: async () => ({
        pdf: () => new Promise(() => {}),
        png: () => new Promise(() => {}),
        discard: () => discard(),
      }),
      deadline: async () => {},
    });
    expect(await port.save(file)).toMatchObject({ kind: 'failed' });
    expect(written.size).toBe(0);
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('a disk that does not take it is not called saved', async () => {
    const { port, discard } = saver({ write: () => Promise.reject(new Error('full')) });
    await expect(port.save(file)).rejects.toThrow('full');
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it.skipIf(process.platform === 'win32')(
    'a saved file is its owner’s alone, also over one that others could read',
    async () => {
      const folder = temporaryFolder();
      const over = join(folder, 'old.pdf');
      writeFileSync(over, 'old');
      chmodSync(over, 0o644);
      for (const path of [over, join(folder, 'new.pdf')]) {
        await writeForOwner(path, Buffer.from('a slip'));
        expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['a slip', 0o600]);
      }
    },
  );
});
