import { OFFICIAL_API_CAPABILITIES } from '../capabilities/official-api-capabilities.ts';
import { CAPABILITIES, type Capability } from '../capabilities/capabilities.ts';
import type { CapabilitiesByMethod } from '../driver.ts';
import type { Account } from './account/account.ts';

/**
 * The simulated network has every capability; as on other networks, only official connections have templates and
 * interactive messages.
 */
export const SIMULATOR_CAPABILITIES = {
	qrcode: new Set(
		CAPABILITIES.filter((capability) => capability !== 'templates' && capability !== 'interactive_messages'),
	),
	official: new Set(CAPABILITIES),
} satisfies CapabilitiesByMethod;

/** The capabilities of an official connection with the limits of real operators. */
const LIMITED: ReadonlySet<Capability> = OFFICIAL_API_CAPABILITIES;

/** The capabilities of an account. */
export function capabilitiesOf({ method, isLimited }: Pick<Account, 'method' | 'isLimited'>) {
	return isLimited ? LIMITED : SIMULATOR_CAPABILITIES[method];
}
