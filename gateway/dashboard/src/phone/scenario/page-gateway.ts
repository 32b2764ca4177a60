import type { GatewayPort } from '../../../../src/scenario/gateway-port.ts';
import { uploadFile } from '../../api/messages.ts';
import { request } from '../../api/request.ts';
import { listen } from '../../live/connection.ts';

/** The gateway that a scenario is played against, in the owner's session. */
export const pageGateway: GatewayPort = {
	ask: (method, path, body) => request(method, path, body === undefined ? {} : { body }),
	upload: ({ name, content }) => uploadFile(new File([content], name, { type: content.type })),
	async listen(channels, hear) {
		const subscribed = channels.map(
			(channel) =>
				new Promise<() => void>((resolve) => {
					const stop = listen(channel, hear, () => {
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
