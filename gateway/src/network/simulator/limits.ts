import { CAPABILITIES, type Capability } from '../capabilities.ts';
import type { CapabilitiesByMethod } from '../driver.ts';
import type { Account } from './account.ts';

/** The simulated network can do everything; templates are the official connection's, as on any network. */
export const SIMULATOR_CAPABILITIES = {
	qrcode: new Set(CAPABILITIES.filter((one) => one !== 'templates')),
	official: new Set(CAPABILITIES),
} satisfies CapabilitiesByMethod;

/** What an official connection can do that is as limited as those of real operators are. */
const LIMITED: ReadonlySet<Capability> = new Set(['templates']);

export function capabilitiesOf({ method, isLimited }: Pick<Account, 'method' | 'isLimited'>) {
	return isLimited ? LIMITED : SIMULATOR_CAPABILITIES[method];
}
