import { request } from '../../api/request.ts';
import { uploadFile } from '../../api/messages.ts';
import { listen } from '../../live/connection.ts';
import type { GatewayClient } from '../../../../../scenarios/src/gateway-client.ts';

/** The gateway a scenario is played against, as the page reaches it: in the session of who is signed in. */
export const pageGateway: GatewayClient = {
	request: (method, path, body) => request(method, path, body === undefined ? {} : { body }),
	upload: ({ name, content }) => uploadFile(new File([content], name, { type: content.type })),
	async subscribe(channels, onMessage) {
		const subscribed = channels.map(
			(channel) =>
				new Promise<() => void>((resolve) => {
					const stop = listen(
						channel,
						(message) => {
							if (message.type === 'subscribed') resolve(stop);
							else onMessage(message);
						},
						undefined,
					);
					// Another part of the page may listen already: then nothing more is said of it.
					window.setTimeout(() => {
						resolve(stop);
					}, 1000);
				}),
		);
		const stops = await Promise.all(subscribed);
		return () => {
			for (const stop of stops) stop();
		};
	},
};
