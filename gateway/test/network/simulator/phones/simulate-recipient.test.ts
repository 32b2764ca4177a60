import { expect, it } from '@jest/globals';
import type { NetworkEvent } from '../../../../src/network/network-event.ts';
import type { AwaitedMessage } from '../../../../src/network/network-message.ts';
import { simulateRecipient } from '../../../../src/network/simulator/phones/simulate-recipient.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';

const MESSAGE = {
	id: 'msg_1',
	chatId: '4915100030003@s.whatsapp.net',
	to: '4915100030003',
	content: 'Hello',
};

it('a recipient whose reaction could not be reported reacts again, in order, until the connection ends', async () => {
	const clock = createManualClock();
	const reported: string[] = [];
	let failures = 2;
	simulateRecipient({ ...MESSAGE, status: 'sent' } as AwaitedMessage, {
		latency: { sent: 0, delivered: 0, read: 0 },
		wait: (delay, fire) => {
			clock.schedule(delay, () => void fire(clock.now()));
		},
		report: (events: NetworkEvent[], then) => {
			if (failures > 0) {
				failures -= 1;
				return Promise.reject(new Error('The database is out of reach.'));
			}
			reported.push(events.map((event) => ('status' in event ? event.status : event.kind)).join());
			then();
			return Promise.resolve();
		},
		manualPhone: () => undefined,
		hasBlocked: () => false,
	});
	await until('all reactions', () => {
		clock.advance(1000);
		return reported.length === 2;
	});
	expect(reported).toEqual(['delivered', 'read,message']);
	expect(clock.pending()).toEqual([]);
});
