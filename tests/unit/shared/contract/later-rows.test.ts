import { expect, test } from 'vitest';
import { firstRegistry } from '../../../../src/shared/contract/first-registry.ts';
import { rowsWith } from '../../../../src/shared/contract/later-rows.ts';
import { isProcedureName, registry } from '../../../../src/shared/contract/registry.ts';

const later = Object.keys(registry).filter((name) => !Object.hasOwn(firstRegistry, name));

test.each(later)('the row of %s is loaded by its name', async (name) => {
  if (!isProcedureName(name)) throw new TypeError(name);
  expect((await rowsWith(name))[name]).toBe(registry[name]);
});
