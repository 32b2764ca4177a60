import { CAPABILITIES, type Capability } from '../capabilities.ts';
import type { CapabilitiesByMethod } from '../driver.ts';
import type { Account } from './account.ts';

/** The simulated network has every capability; as on other networks, only official connections have templates. */
export const SIMULATOR_CAPABILITIES = {
	qrcode: new Set(CAPABILITIES.filter((capability) => capability !== 'templates')),
	official: new Set(CAPABILITIES),
} satisfies CapabilitiesByMethod;

/** The capabilities of an official connection with the limits of real operators. */
const LIMITED: ReadonlySet<Capability> = new Set(['templates']);

export function capabilitiesOf({ method, isLimited }: Pick<Account, 'method' | 'isLimited'>) {
	return isLimited ? LIMITED : SIMULATOR_CAPABILITIES[method];
}
