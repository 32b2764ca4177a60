import { expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { startTestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';

const BURST = 2000;

it('answers a burst of messages one by one, in their order', async () => {
	const gateway = await startTestGateway();
	const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
	const answers: unknown[] = [];
	socket.on('message', (content: Buffer) => {
		answers.push(at(JSON.parse(content.toString()), 'error.message'));
	});
	await until('the connection to open', () => socket.readyState === WebSocket.OPEN);
	for (let pair = 0; pair < BURST / 2; pair += 1) {
		socket.send('no JSON');
		socket.send(JSON.stringify({ type: 'ask', channel: 'events' }));
	}
	await until('the answers', () => answers.length === BURST);
	const pair = ['Send JSON text.', '"type" must be subscribe or unsubscribe.'];
	expect(answers).toEqual(Array.from({ length: BURST / 2 }, () => pair).flat());
	socket.terminate();
	await gateway.close();
});
