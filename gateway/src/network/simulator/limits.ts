import { CAPABILITIES } from '../capabilities.ts';
import type { CapabilitiesByMethod } from '../driver.ts';

/** The simulated network can do everything; templates are the official connection's, as on any network. */
export const SIMULATOR_CAPABILITIES = {
	qrcode: new Set(CAPABILITIES.filter((one) => one !== 'templates')),
	official: new Set(CAPABILITIES),
} satisfies CapabilitiesByMethod;
