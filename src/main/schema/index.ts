/**
 * schema lists the tables of the shop's database: each feature has its own in its schema.ts, with the steps that brought them where they are.
 * It stands below db, and its parts import nothing, so that a thread or a command that reads a whole database loads no feature.
 * Tests: tests/unit/schema.
 */

import { batchesSchema } from '../batches/schema.ts';
import { billGroupsSchema } from '../bill-groups/schema.ts';
import { cashServicesSchema } from '../cash-services/schema.ts';
import { catalogueSchema } from '../catalogue/schema.ts';
import { customersSchema } from '../customers/schema.ts';
import { databaseSchema } from '../db/schema.ts';
import { depositSchema } from '../deposit/schema.ts';
import { ledgerSchema } from '../ledger/schema.ts';
import { printingSchema } from '../printing/schema.ts';
import { staffSchema } from '../staff/schema.ts';
import { tabsSchema } from '../tabs/schema.ts';

/** SQL by the version that it brings the database to. Never edit a released step. */
type FeatureSchema = Readonly<Record<number, string>>;

/** In the order in which a step of several is taken. */
const schemas: readonly FeatureSchema[] = [
  databaseSchema,
  tabsSchema,
  batchesSchema,
  catalogueSchema,
  ledgerSchema,
  depositSchema,
  cashServicesSchema,
  printingSchema,
  customersSchema,
  staffSchema,
  billGroupsSchema,
];

/**
 * The steps of all features as one list.
 * @returns in order; the position plus one is the version (user_version) of a database after it. Throws when a version has no step.
 */
export function composeSteps(features: readonly FeatureSchema[]): string[] {
  const newest = Math.max(...features.flatMap((steps) => Object.keys(steps).map(Number)));
  return Array.from({ length: newest }, (_, index) => {
    const sql = features.map((steps) => steps[index + 1] ?? '').join('');
    if (sql === '') throw new Error(`no feature has a step to version ${index + 1}`);
    return sql;
  });
}

export const migrations: readonly string[] = composeSteps(schemas);
