import { GatewayError } from '../domain/error.ts';
import { OFFICIAL_API_CAPABILITIES } from './capabilities/official-api-capabilities.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkSettings } from './network-settings.ts';
import { hasDevice } from './whatsapp-web/session/auth-state.ts';
import { WHATSAPP_WEB_CAPABILITIES } from './whatsapp-web/capabilities.ts';

/**
 * Combines the drivers of WhatsApp's two connect methods: QR code and official API. An instance is resumed by the
 * driver that has its session. `connectOfficial` throws invalid_method if no app at Meta is configured.
 */
export function createWhatsApp(
	web: Pick<NetworkDriver, 'link' | 'resume'>,
	official: Omit<NetworkDriver, 'link' | 'capabilities'>,
	meta: NetworkSettings['meta'],
): NetworkDriver {
	return {
		capabilities: {
			qrcode: WHATSAPP_WEB_CAPABILITIES,
			...(meta === null ? {} : { official: OFFICIAL_API_CAPABILITIES }),
		},
		resume: async (instanceId, context) =>
			(await hasDevice(context.session))
				? web.resume(instanceId, context)
				: official.resume(instanceId, context),
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
