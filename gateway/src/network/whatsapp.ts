import { GatewayError } from '../domain/error.ts';
import { CLOUD_API_CAPABILITIES } from './cloud-api/limits.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkSettings } from './network-settings.ts';
import { hasDevice } from './whatsapp-web/session/auth-state.ts';
import { WHATSAPP_WEB_CAPABILITIES } from './whatsapp-web/capabilities.ts';

/**
 * WhatsApp: by QR code, and through the official API; each of the two ways has a driver of its own, and a connection
 * is resumed by the one whose session there is. Throws invalid_method for a way that this gateway does not offer.
 */
export function createWhatsApp(
	web: Pick<NetworkDriver, 'link' | 'resume'>,
	official: Omit<NetworkDriver, 'link' | 'capabilities'>,
	meta: NetworkSettings['meta'],
): NetworkDriver {
	return {
		capabilities: {
			qrcode: WHATSAPP_WEB_CAPABILITIES,
			...(meta === null ? {} : { official: CLOUD_API_CAPABILITIES }),
		},
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
