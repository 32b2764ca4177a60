import type { GatewayClient } from '../../../../../scenarios/src/gateway/gateway-client.ts';
import { uploadFile } from '../../api/messages.ts';
import { request } from '../../api/request.ts';
import { listen } from '../../live/connection.ts';

/** The gateway that a scenario is played against, in the owner's session. */
export const pageGateway: GatewayClient = {
	request: (method, path, body) => request(method, path, body === undefined ? {} : { body }),
	upload: ({ name, content }) => uploadFile(new File([content], name, { type: content.type })),
	async subscribe(channels, onMessage) {
		const subscribed = channels.map(
			(channel) =>
				new Promise<() => void>((resolve) => {
					const stop = listen(channel, onMessage, () => {
						resolve(() => {
							stop();
						});
					});
				}),
		);
		const stops = await Promise.all(subscribed);
		return () => {
			for (const stop of stops) stop();
		};
	},
};
