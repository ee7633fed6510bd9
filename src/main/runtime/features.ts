import { alertsFeature } from '../alerts/index.ts';
import {
  backupFeature,
  knownHeadsFeature,
  type Older,
  olderJournalFeature,
  replacementFeature,
} from '../backup/index.ts';
import { batchesFeature, createBatchService } from '../batches/index.ts';
import { billGroupsFeature } from '../bill-groups/index.ts';
import { cashServicesFeature } from '../cash-services/index.ts';
import { catalogueFeature } from '../catalogue/index.ts';
import { connectionFeature, openLiveConnection } from '../connection/index.ts';
import { customerDigestFeature, customersFeature } from '../customers/index.ts';
import { lockFolder } from '../db/open-database.ts';
import { depositFeature } from '../deposit/index.ts';
import { diagnosticsFeature, lockFeature } from '../diagnostics/index.ts';
import { type CustomerDisplayService, type DisplayHost, displayFeature } from '../display/index.ts';
import { type FileDialogs, filesFeature } from '../files/index.ts';
import { integrityFeature } from '../integrity/index.ts';
import { ledgerFeature } from '../ledger/index.ts';
import { logShippingFeature } from '../log-shipping/index.ts';
import { noticesFeature, officeFeature, officeProcedures } from '../office/index.ts';
import { openParkedSales, parkingFeature } from '../parking/index.ts';
import { type HostPrinter, type Printers, printingFeature, type SlipSaver } from '../printing/index.ts';
import { type KeyRing, proofsFeature } from '../proofs/index.ts';
import { pollingFeature, webhooksFeature } from '../relay-client/index.ts';
import { createSalesService, pendingWritesFeature, salesFeature, statusChecksFeature } from '../sales/index.ts';
import { searchFeature } from '../search/index.ts';
import {
  firstModeFeature,
  type ManagedSettingsPath,
  managedSettingsFeature,
  roleFeature,
  type ShopSettings,
  settingsFeature,
} from '../settings/index.ts';
import { claimsFeature, shopFeature } from '../shop/index.ts';
import { derivePin, type StaffService, staffFeature, withPermissionChecks } from '../staff/index.ts';
import { tabsFeature } from '../tabs/index.ts';
import { type PracticePrinter, practiceStockFeature, trainingFeature } from '../training/index.ts';
import { type Installer, updatesFeature } from '../updates/index.ts';

/** Started first: the program's folder is its own from then on. */
export const lockedFolder = [managedSettingsFeature, lockFeature, roleFeature, replacementFeature] as const;

/** Started before a counter is open. */
export const beforeCounter = [
  staffFeature,
  settingsFeature,
  firstModeFeature,
  connectionFeature,
  printingFeature,
  trainingFeature,
  proofsFeature,
  filesFeature,
  olderJournalFeature,
] as const;

/** Started over an open counter. */
export const overCounter = [diagnosticsFeature, backupFeature, noticesFeature, displayFeature, updatesFeature] as const;

/** Opened before the shop's database. */
export const beforeDatabase = [
  replacementFeature,
  settingsFeature,
  connectionFeature,
  trainingFeature,
  filesFeature,
  customerDigestFeature,
  knownHeadsFeature,
] as const;

/** Opened over the shop's database, each with what those above it have opened, and closed in reverse. */
export const overDatabase = [
  searchFeature,
  staffFeature,
  pollingFeature,
  shopFeature,
  salesFeature,
  batchesFeature,
  backupFeature,
  parkingFeature,
  noticesFeature,
  customersFeature,
  billGroupsFeature,
  ledgerFeature,
  printingFeature,
  pendingWritesFeature,
  catalogueFeature,
  webhooksFeature,
  statusChecksFeature,
  logShippingFeature,
  claimsFeature,
  officeFeature,
  alertsFeature,
  depositFeature,
  practiceStockFeature,
] as const;

/** With tables in the shop's database, in the order of their parts of a commit. */
export const stored = [
  backupFeature,
  ledgerFeature,
  customersFeature,
  billGroupsFeature,
  depositFeature,
  printingFeature,
  batchesFeature,
  searchFeature,
  staffFeature,
  catalogueFeature,
  tabsFeature,
  cashServicesFeature,
] as const;

/** That follow commits; one that changes what is to be committed comes first. */
export const listening = [printingFeature, searchFeature, catalogueFeature] as const;

/** See backupFeature. */
export type SeenHeads = NonNullable<Parameters<(typeof backupFeature)['check']>[1]['seen']>;

/** With procedures. */
export const served = [
  ...beforeDatabase,
  ...overDatabase,
  tabsFeature,
  cashServicesFeature,
  integrityFeature,
  proofsFeature,
  displayFeature,
  diagnosticsFeature,
  updatesFeature,
] as const;

/** What an office makes of the procedures, and what holds every call to its row of the contract. */
export { officeProcedures, withPermissionChecks };

/** The customer display, for the host that shows it. */
type DisplayView = Pick<CustomerDisplayService, 'view' | 'subscribe'>;

/** What hosts bring, and what the relay reports of an older database. */
export type {
  DisplayHost,
  DisplayView,
  FileDialogs,
  HostPrinter,
  Installer,
  KeyRing,
  ManagedSettingsPath,
  Older,
  PracticePrinter,
  Printers,
  ShopSettings,
  SlipSaver,
  StaffService,
};

/** Parts that the simulation watches, ends with their process, or plants a bug in. */
export const shippedParts = {
  openParkedSales,
  lockFolder,
  openConnection: openLiveConnection,
  createSales: createSalesService,
  createBatches: createBatchService,
  derivePin,
};
