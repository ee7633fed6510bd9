import { signatureOf } from '../../../src/simulator/core/scheduler.ts';
import type { Item } from '../plan/plan.ts';
import type { CounterSide } from './counter-side.ts';
import type { Outside } from './outside.ts';
import { press } from './people.ts';
import type { ProviderSide } from './provider-side.ts';
import type { RelaySide } from './relay-side.ts';

const event = 'transaction.update';
const encoder = new TextEncoder();

/** Lets one item of the plan happen. */
export function happen(
  world: Outside,
  sides: { counter: CounterSide; provider: ProviderSide; relay: RelaySide },
  item: Item,
): void {
  const { counter, provider, relay } = sides;
  const { line, books, note, schedule } = world;
  switch (item.do) {
    case 'mood': {
      const { customer, behaviour, times } = item;
      note(() => `provider  will be "${behaviour}" to ${customer}, ${times} times`);
      provider.simulator.control({ do: 'behave', customer_no: customer, behaviour, times });
      return;
    }
    case 'harm':
      return line.harmNext(item.exchange, item.harm, item.ms);
    case 'cut':
      note(() => `line      ${item.between} is cut for ${item.ms} ms`);
      return line.cut(item.between, item.ms);
    case 'kill_counter':
      return counter.kill(item.awaits, item.ms);
    case 'kill_relay':
      return relay.kill(item.awaits, item.ms);
    case 'fill_disk':
      note(() => `disk      is full for ${item.ms} ms`);
      counter.disk.fullUntil = Math.max(counter.disk.fullUntil, schedule.now() + item.ms);
      return;
    case 'jump_clock':
      note(() => `clock     of the ${item.whose} jumps by ${item.ms / 1000} s`);
      return (item.whose === 'counter' ? counter : relay).jumpClock(item.ms);
    case 'sign_with':
      note(() => `provider  signs with "${item.key}"`);
      return provider.signWith(item.key);
    case 'enter_key':
      return counter.enterKey(item.key, item.overlapMs);
    case 'rotate_mailbox':
      return relay.rotate(item.key, item.overlapMs);
    case 'rename':
      note(() => `provider  calls ${item.product} ${JSON.stringify(item.name).slice(0, 60)}`);
      return provider.rename(item.product, item.name);
    case 'drop_oldest':
      note(() => `relay     drops its oldest ${item.count}`);
      return relay.dropOldest(item.count);
    case 'copy_relay':
      note(() => 'relay     is copied');
      return relay.copy();
    case 'restore_relay':
      note(() => `relay     is put back to its copy, and down for ${item.ms} ms`);
      return relay.putBack(item.ms);
    case 'copy_folder':
      note(() => 'counter   has its folder copied');
      return counter.copyFolder();
    case 'put_back_folder':
      note(() => `counter   has its folder put back to the copy, and is down for ${item.ms} ms`);
      return counter.putBackFolder(item.ms);
    // Of all counters together (shop/run-shop.ts).
    case 'rotate_shop_key':
      return;
    case 'revoke':
      note(() => 'relay     has its mailbox disabled');
      return relay.revoke();
    case 'wake':
      return counter.wake();
    case 'stranger':
      note(() => 'stranger  polls the mailbox');
      return relay.poll();
    case 'reverse': {
      const entry = books.ledger.findLast(({ kind, status }) => kind === 'order' && status !== 'pending');
      if (!entry) return;
      const status = entry.status === 'success' ? 'failed' : 'success';
      note(() => `provider  changes ${entry.transaction_id} to ${status}`);
      provider.simulator.control({ do: 'webhook', transaction_id: entry.transaction_id, status });
      return provider.looked();
    }
    case 'report_bill': {
      const entry = books.ledger.findLast(({ kind, acted }) => kind === 'bill' && acted > 0);
      const order = books.ledger.findLast(({ callback_url }) => callback_url !== null);
      if (!entry || !order?.callback_url) return;
      const url = order.callback_url.replace(/\/[^/]+$/, '');
      const status = entry.status === 'success' ? 'success' : 'failed';
      note(() => `provider  reports by webhook that bill ${entry.transaction_id} is ${status}`);
      provider.simulator.control({ do: 'webhook', transaction_id: entry.transaction_id, status, url });
      return provider.looked();
    }
    case 'forge': {
      const target = books.ledger.findLast(({ callback_url }) => callback_url !== null);
      if (!target?.callback_url) return;
      const { transaction_id, product_name, customer_no } = target;
      const status = target.status === 'success' ? 'failed' : 'success';
      const body = encoder.encode(
        JSON.stringify({ transaction_id, product_name, customer_no, sn: '666', status, message: '' }),
      );
      note(() => `stranger  forges "${status}" for ${transaction_id}`);
      void relay.post(target.callback_url, event, signatureOf(body, 'a guess'), body, 'stranger');
      return;
    }
    case 'replay': {
      const [old] = books.posted.length > 0 ? [world.chance.pick(books.posted)] : [];
      const target = books.ledger.findLast(({ callback_url }) => callback_url !== null);
      if (!old || !target?.callback_url) return;
      const url = item.bare ? target.callback_url.replace(/\/[^/]+$/, '') : target.callback_url;
      const body = encoder.encode(old.body);
      note(
        () =>
          `stranger  sends the old webhook of ${world.nameOf(old.ref)} to ${item.bare ? 'the bare mailbox' : `${target.transaction_id}'s address`}`,
      );
      void relay.post(url, old.event, old.signature, body, 'stranger');
      return;
    }
    case 'park':
    case 'bring_back':
    case 'order':
    case 'read_back':
    case 'inquire':
    case 'pay':
    case 'resolve':
    case 'settle_claims':
    case 'correct':
    case 'evidence':
    case 'batch':
    case 'resume_batch':
    case 'stop_batch':
    case 'give_back':
    case 'return_cash':
    case 'settle_tab':
      return press(world, counter.call(), item);
  }
}
