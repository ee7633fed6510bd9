import type { Settings } from '../../shared/contract/settings.ts';
import type { SalesRules } from '../sales/index.ts';

/** What of the settings the counter sells by. Practice asks for no shift. */
export function counterRules(settings: Settings, mode: 'training' | 'live'): SalesRules {
  const { timeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople } = settings;
  const providerTimeZone = settings.provider.timeZone;
  const shiftsRequired = mode === 'live' && settings.shiftsRequired;
  return { timeZone, providerTimeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople, shiftsRequired };
}
