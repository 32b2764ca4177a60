import type { GatewayProcess } from '../../../gateway/test/support/gateway-process.ts';
import type { Received } from '../../../gateway/test/support/servers/receiver.ts';

/** The events at the instance after some texts. */
export const ANSWERS: Readonly<
	Record<string, (gateway: GatewayProcess, received: Received) => Promise<unknown>>
> = {
	'React to this': async (gateway, received) => {
		const { path, own } = await instanceOf(gateway, received);
		const message = `${path}/messages/${String(received.at('data.messageId'))}`;
		return gateway.put(`${message}/reaction`, { from: own, emoji: '🎉' });
	},
	'Change your mind': async (gateway, received) => {
		const { path, own } = await instanceOf(gateway, received);
		const to = String(received.at('data.from'));
		const first = (await gateway.post(`${path}/echoes`, { to, content: 'At six' })).text('data.messageId');
		await gateway.request(`${path}/messages/${first}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ from: own, content: 'At seven' }),
		});
		const second = (await gateway.post(`${path}/echoes`, { to, content: 'No' })).text('data.messageId');
		return gateway.delete(`${path}/messages/${second}?from=${own}`);
	},
	Menu: (gateway, received) =>
		gateway.post('/v1/messages/send', {
			instanceId: received.at('data.instanceId'),
			to: received.at('data.from'),
			interactive: {
				type: 'button',
				body: { text: 'What do you want?' },
				action: {
					buttons: [
						{ type: 'reply', reply: { id: 'tea', title: 'Tea' } },
						{ type: 'reply', reply: { id: 'cake', title: 'Cake' } },
					],
				},
			},
		}),
};

/** The simulator's path of the instance that an event is about, and its own number. */
async function instanceOf(gateway: GatewayProcess, received: Received) {
	const id = String(received.at('data.instanceId'));
	const own = (await gateway.get(`/v1/instances/${id}`)).text('data.phone');
	return { path: `/simulator/v1/instances/${id}`, own };
}
