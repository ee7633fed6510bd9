import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCatalogueReads } from '../../../../src/renderer/state/catalogue-reads.ts';
import { ok } from '../../../../src/shared/contract/errors.ts';
import { fakeItems } from '../../../support/fake-features.ts';

describe('reads of the catalogue', () => {
  afterEach(() => vi.unstubAllGlobals());
  const [item] = fakeItems();
  if (!item) throw new Error('the catalogue is empty');

  function slowHost() {
    const answers: Array<(answer: unknown) => void> = [];
    const list = () => new Promise((answer) => answers.push(answer));
    vi.stubGlobal('window', { konter: { catalogue: { list } } });
    return answers;
  }

  it('pass over the answer to an earlier one that comes after the answer to a later one', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const [earlier, later] = [reads.read(), reads.read()];
    answers[1]?.(ok({ items: [item] }));
    expect(await later).toEqual(ok([item]));
    answers[0]?.(ok({ items: [] }));
    expect(await earlier).toBeNull();
  });

  it('each give an answer where they are answered in order', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const both = [reads.read(), reads.read()];
    for (const answer of answers) answer(ok({ items: [item] }));
    expect(await Promise.all(both)).toEqual([ok([item]), ok([item])]);
  });

  it('have the products that came meanwhile in their later versions', async () => {
    const answers = slowHost();
    const reads = createCatalogueReads();
    const read = reads.read();
    reads.note([{ ...item, sellingPrice: 7 }]);
    answers[0]?.(ok({ items: [item] }));
    expect(await read).toEqual(ok([{ ...item, sellingPrice: 7 }]));
  });
});
