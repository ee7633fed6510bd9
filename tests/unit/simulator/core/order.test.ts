import { describe, expect, it } from 'vitest';
import { isInCutOff, readCutOff } from '../../../../src/shared/domain/cut-off.ts';
import { wallClock } from '../../../../src/shared/domain/zone.ts';
import { answered, simulated } from '../../../support/simulated.ts';

describe('a product that is not for sale', () => {
  it('is said to be inactive, and its order fails without being carried out', async () => {
    const { product, order, simulator, clock, sent } = simulated();
    expect(answered(await product('INACTIVE10')).json.data.Status).toBe('inactive');
    expect(answered(await order('081234567890', 'INACTIVE10')).json.data.status).toBe('failed');
    await clock.pass(10_000);
    expect(simulator.ledger()).toMatchObject([{ status: 'failed', acted: 0 }]);
    expect(sent).toEqual([]);
  });

  it('CUTOFF10 is in its cut-off at every hour', async () => {
    const { product, order, clock } = simulated();
    for (let hour = 0; hour < 24; hour += 1) {
      const { start_cut_off, end_cut_off } = answered(await product('CUTOFF10')).json.data;
      const { time } = wallClock(clock.now(), 'Asia/Jakarta');
      expect(isInCutOff(readCutOff(start_cut_off, end_cut_off), time)).toBe(true);
      expect(answered(await order('081234567890', 'CUTOFF10')).json.data.status).toBe('failed');
      await clock.pass(3_600_000);
    }
  });

  it('TOKENNOW20 is a token that is sold at every hour', async () => {
    const { product, order, clock } = simulated();
    for (let hour = 0; hour < 24; hour += 1) {
      const { start_cut_off, end_cut_off } = answered(await product('TOKENNOW20')).json.data;
      expect(readCutOff(start_cut_off, end_cut_off)).toBeNull();
      expect(answered(await order('14012345678', 'TOKENNOW20')).json.data.status).toBe('pending');
      await clock.pass(3_600_000);
    }
  });

  it('is not sold in a cut-off that crosses midnight, and is before and after it', async () => {
    const { order, clock } = simulated();
    const statusAt = async (time: string): Promise<string> => {
      while (wallClock(clock.now(), 'Asia/Jakarta').time !== time) await clock.pass(60_000);
      return answered(await order('081234567890', 'ISAT10')).json.data.status;
    };
    expect(await statusAt('23:44:00')).toBe('pending');
    expect(await statusAt('23:45:00')).toBe('failed');
    expect(await statusAt('00:14:00')).toBe('failed');
    expect(await statusAt('00:15:00')).toBe('pending');
  });

  it('can be made so by hand, and sold again', async () => {
    const { product, simulator } = simulated();
    const status = async () => answered(await product('TSEL10')).json.data.Status;
    expect(simulator.control({ do: 'set_status', product_code: 'TSEL10', status: 'inactive' })).toBeNull();
    expect(await status()).toBe('inactive');
    simulator.control({ do: 'set_status', product_code: 'TSEL10', status: 'active' });
    expect(await status()).toBe('active');
    expect(simulator.control({ do: 'set_status', product_code: 'NOSUCH', status: 'active' })).toBe('no such product');
  });
});
