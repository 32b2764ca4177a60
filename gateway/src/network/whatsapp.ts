import { GatewayError } from '../domain/error.ts';
import { CLOUD_API_CAPABILITIES } from './cloud-api/limits.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkSettings } from './network-settings.ts';

/**
 * WhatsApp: by QR code, and through the official API; each of the two ways has a driver of its own. Throws
 * invalid_method for a way that this gateway does not offer.
 */
export function createWhatsApp(
	official: Omit<NetworkDriver, 'link' | 'capabilities'>,
	meta: NetworkSettings['meta'],
): NetworkDriver {
	return {
		capabilities: meta === null ? {} : { official: CLOUD_API_CAPABILITIES },
		resume: (...request) => official.resume(...request),
		link: () =>
			Promise.reject(
				new GatewayError(
					'invalid_method',
					'Connecting to WhatsApp by QR code is not there yet. Connect with the method "official", or try it out with GATEWAY_NETWORK=simulator.',
				),
			),
		connectOfficial: (...request) =>
			meta === null
				? Promise.reject(
						new GatewayError(
							'invalid_method',
							'This gateway does not connect through the official API yet. Set GATEWAY_META_APP_SECRET and GATEWAY_META_VERIFY_TOKEN where it runs, and start it again.',
						),
					)
				: official.connectOfficial(...request),
	};
}
