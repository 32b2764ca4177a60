import { GatewayError } from '../domain/error.ts';
import type { NetworkDriver } from './driver.ts';

/** WhatsApp: by QR code, and through the official API; each of the two ways has a driver of its own. */
export function createWhatsApp(): NetworkDriver {
	return {
		link: () => Promise.reject(notYet('qrcode', 'by scanning a QR code')),
		connectOfficial: () => Promise.reject(notYet('official', 'through the official API')),
		resume: () => Promise.reject(new Error('This version of the gateway cannot connect to WhatsApp.')),
	};
}

function notYet(method: string, how: string): GatewayError {
	return new GatewayError(
		'invalid_method',
		`The method "${method}" is not there yet: this version of the gateway cannot connect to WhatsApp ${how}. To try it out, run the gateway with GATEWAY_NETWORK=simulator.`,
	);
}
