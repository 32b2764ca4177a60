import { describe, expect, it } from '@jest/globals';
import { Boom } from '@hapi/boom';
import type { DeviceConnection } from '../../../../src/network/whatsapp-web/device.ts';
import { createGroupNames } from '../../../../src/network/whatsapp-web/groups/group-names.ts';
import { until } from '../../../support/until.ts';

const GROUP = '120363000000000001@g.us';

/** A connection whose queries for a group's metadata are answered by a function. */
function connectionWith(groupMetadata: () => Promise<{ id: string; subject: string }>): DeviceConnection {
	const socket = { groupMetadata, ev: { on: () => undefined }, ws: { isOpen: true } };
	return { socket } as unknown as DeviceConnection;
}

const named = () => Promise.resolve({ id: GROUP, subject: 'Ours' });

describe('the names of groups', () => {
	it('are asked for again with the next message where WhatsApp did not answer in time', async () => {
		const names = createGroupNames(() => undefined);
		let queries = 0;
		const connection = connectionWith(() => {
			queries += 1;
			return queries === 1
				? Promise.reject(new Boom('Timed Out', { statusCode: 408, data: { stack: '' } }))
				: named();
		});
		names.attach(connection);
		expect(names.nameOf(connection, GROUP)).toBeNull();
		await until('the name to be known', () => names.nameOf(connection, GROUP) === 'Ours');
		expect(queries).toBe(2);
	});

	it('that WhatsApp refuses to return are queried again on the next connection only', async () => {
		const names = createGroupNames(() => undefined);
		let queries = 0;
		const refusing = connectionWith(() => {
			queries += 1;
			return Promise.reject(new Boom('rate-overlimit', { data: 429 }));
		});
		names.attach(refusing);
		for (let message = 0; message < 5; message += 1) {
			names.nameOf(refusing, GROUP);
			await new Promise((resolve) => setImmediate(resolve));
		}
		expect(queries).toBe(1);
		const next = connectionWith(named);
		names.attach(next);
		names.nameOf(next, GROUP);
		await until('the name to be known', () => names.nameOf(next, GROUP) === 'Ours');
	});
});
