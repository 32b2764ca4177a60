import { describe, expect, it } from '@jest/globals';
import type { DeliveryRecord, HistoryRecord } from '../history/record.ts';
import { deliveriesOf, sentDeliveries } from './history.ts';
import { ORDERED } from '../webhooks.ts';
import { first, modified, READER, violatedRules } from './modified-history.ts';

describe('check, for duplicates,', () => {
	it('reports a message that was sent twice', () => {
		const history = modified((records) => {
			for (const delivery of sentDeliveries(records, READER, 2))
				records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(violatedRules(history)).toContain('final state');
	});

	it('reports a second acceptance under another ID', () => {
		const history = modified((records) => {
			const key = `key-${READER}-2`;
			records.push({ kind: 'send response', at: 0, key, status: 202, messageId: 'msg_another' });
		});
		expect(violatedRules(history)).toEqual(['acceptance']);
	});

	it('reports a message that no response accepted', () => {
		const history = modified((records) => {
			const messageId = 'msg_another';
			for (const delivery of sentDeliveries(records, READER, 2)) {
				records.push({ ...delivery, eventId: 'evt_9999', messageId });
			}
		});
		expect(violatedRules(history)).toEqual(['acceptance']);
	});

	it('reports a second event of a received message', () => {
		const history = modified((records) => {
			for (const delivery of deliveriesOf(records, 'msg_in_2', 'message.received')) {
				records.push({ ...delivery, eventId: 'evt_9999' });
			}
		});
		expect(violatedRules(history)).toEqual(['inbound']);
	});

	it('reports a repeated delivery without a fault', () => {
		const history = modified((records) => {
			const delivery = first(sentDeliveries(records, READER, 2));
			records.push({ ...delivery, at: delivery.at + 5 });
		});
		expect(violatedRules(history)).toEqual(['duplicates']);
	});

	it('accepts a repeated delivery after a kill', () => {
		expect(
			violatedRules(
				modified((records) => {
					repeatAtFault(records, 5);
				}),
			),
		).toEqual([]);
	});

	it('reports more repeated deliveries than can be in flight', () => {
		expect(
			violatedRules(
				modified((records) => {
					repeatAtFault(records, 6);
				}),
			),
		).toEqual(['duplicates']);
	});
});

/** Makes `count` deliveries be acknowledged just before the first fault and repeated after it. */
function repeatAtFault(records: HistoryRecord[], count: number): void {
	const fault = records.findIndex(({ kind }) => kind === 'fault');
	const { at } = records[fault] ?? { at: 0 };
	const acknowledged = records
		.slice(0, fault)
		.filter((record): record is DeliveryRecord => record.kind === 'delivery' && record.webhook !== ORDERED)
		.slice(-count);
	for (const delivery of acknowledged) delivery.at = at - 10;
	const again = acknowledged.map((delivery) => ({ ...delivery, at: at + 10 }));
	records.splice(fault + 1, 0, ...again);
}
