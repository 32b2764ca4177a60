import { GatewayError } from '../domain/error.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkSettings } from './network-settings.ts';
import { hasDevice } from './whatsapp-web/auth-state.ts';

/**
 * WhatsApp: by QR code, and through the official API; each of the two ways has a driver of its own, and a connection
 * is resumed by the one whose session there is. Throws invalid_method for a way that this gateway does not offer.
 */
export function createWhatsApp(
	web: Pick<NetworkDriver, 'link' | 'resume'>,
	official: Omit<NetworkDriver, 'link'>,
	meta: NetworkSettings['meta'],
): NetworkDriver {
	return {
		resume: async (instanceId, host) =>
			(await hasDevice(host.session)) ? web.resume(instanceId, host) : official.resume(instanceId, host),
		link: (...request) => web.link(...request),
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
