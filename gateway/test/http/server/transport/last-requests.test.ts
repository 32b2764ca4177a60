import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { listen } from '../../../../src/http/server/transport/listener.ts';
import { until } from '../../../support/until.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a port that listens no more', () => {
	it('answers the requests that were sent on open connections before, and closes idle ones', async () => {
		const listener = await listen({
			host: '127.0.0.1',
			port: 0,
			tls: null,
			unavailable: (_request, response) => response.writeHead(503).end(),
			onExcess: () => undefined,
		});
		listener.adopt((_request, response) => response.end('answered'));
		listener.open();
		const socket = connect(listener.port, '127.0.0.1');
		const idle = connect(listener.port, '127.0.0.1');
		const received: string[] = [];
		socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
		idle.resume();
		const answers = (): number => received.join('').split('answered').length - 1;
		socket.write(REQUEST);
		idle.write(REQUEST);
		await until('the first answer', () => answers() === 1);

		socket.write(REQUEST);
		const closed = Promise.all([once(socket, 'close'), once(idle, 'close')]);
		await Promise.all([listener.drain(), closed]);
		expect(answers()).toBe(2);
		listener.close();
	});
});
