import { describe, expect, it } from '@jest/globals';
import { check } from '../check/check.ts';
import type { DeliveryRecord, HistoryRecord, StoredRecord } from '../history/record.ts';
import { webhooksFor } from '../webhooks.ts';
import { deliveriesOf, validHistory, sentDeliveries } from './history.ts';

const READER = '4915110010';

/** Returns the rules that a history violates. */
function broken(history: readonly HistoryRecord[]): string[] {
	const violations = check(history, { webhooksFor, inFlightLimit: 5 });
	return [...new Set(violations.map(({ rule }) => rule))].sort();
}

/** Returns a valid history with a modification. */
function modified(modify: (history: HistoryRecord[]) => void): HistoryRecord[] {
	const history = validHistory();
	modify(history);
	return history;
}

function remove(history: HistoryRecord[], gone: readonly HistoryRecord[]): void {
	history.splice(0, history.length, ...history.filter((record) => !gone.includes(record)));
}

function first<T>(values: readonly T[]): T {
	const [value] = values;
	if (value === undefined) throw new Error('The list is empty.');
	return value;
}

describe('a valid history', () => {
	it('violates no rule', () => {
		expect(check(validHistory(), { webhooksFor, inFlightLimit: 5 })).toEqual([]);
	});

	it('violates no rule when a send was retried after a lost response', () => {
		const history = modified((records) => {
			const index = records.findIndex(({ kind }) => kind === 'send');
			const send = records[index];
			if (send?.kind !== 'send') throw new Error('There is no send.');
			records.splice(index, 0, send, {
				kind: 'send response',
				at: send.at,
				key: send.key,
				status: 0,
				messageId: null,
			});
		});
		expect(broken(history)).toEqual([]);
	});

	it('violates no rule when a rejected delivery was retried', () => {
		const history = modified((records) => {
			const [delivery] = sentDeliveries(records, READER, 1);
			if (delivery === undefined) throw new Error('There is no delivery.');
			records.splice(
				records.indexOf(delivery),
				0,
				{ ...delivery, responseStatus: 500 },
				{ ...delivery, responseStatus: 0 },
			);
		});
		expect(broken(history)).toEqual([]);
	});

	it('violates no rule when a received message without a response has one event', () => {
		const history = modified((records) => {
			const response = records.find((record) => record.kind === 'inbound response');
			if (response?.kind !== 'inbound response') throw new Error('There is no response.');
			Object.assign(response, { status: 0, messageId: null });
		});
		expect(broken(history)).toEqual([]);
	});
});

describe('check reports a loss', () => {
	it.each(['message.sent', 'message.delivered', 'message.read'] as const)('of %s', (event) => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, `msg_${READER}_2`, event));
		});
		expect(broken(history)).toContain('final state');
	});

	it('at one webhook only', () => {
		const history = modified((records) => {
			remove(records, [first(sentDeliveries(records, READER, 2))]);
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of an acknowledgement', () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).responseStatus = 500;
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of a stored message', () => {
		const history = modified((records) => {
			remove(records, storedAs(records, `msg_${READER}_2`));
		});
		expect(broken(history)).toEqual(['final state']);
	});

	it('of a message that was never accepted', () => {
		const history = modified((records) => {
			for (const record of records) {
				if (record.kind === 'send response' && record.key === `key-${READER}-2`) record.status = 503;
			}
		});
		expect(broken(history)).toContain('acceptance');
	});

	it('of a received message', () => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['inbound']);
	});

	it('of a received message that has an event', () => {
		const history = modified((records) => {
			remove(records, storedAs(records, 'msg_in_2'));
		});
		expect(broken(history)).toEqual(['inbound']);
	});

	it('of the event of a received message without a response', () => {
		const history = modified((records) => {
			for (const record of records) {
				if (record.kind === 'inbound response' && record.messageId === 'msg_in_2') {
					Object.assign(record, { status: 0, messageId: null });
				}
			}
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['inbound']);
	});

	it('that is temporary', () => {
		const history = modified((records) => {
			records.push({ kind: 'status error', at: 0, messageId: `msg_${READER}_2`, status: 404 });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('of an echo', () => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, 'msg_echo_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['inbound']);
	});

	it('of the final status', () => {
		const history = modified((records) => {
			for (const record of records) {
				if (record.kind === 'stored' && record.messageId === `msg_${READER}_2`) record.status = 'delivered';
			}
		});
		expect(broken(history)).toEqual(['final state', 'progress']);
	});
});

describe('check', () => {
	it('reports a reordering within a chat', () => {
		const history = modified((records) => {
			const [early, late] = [sentDeliveries(records, READER, 1), sentDeliveries(records, READER, 2)];
			const [earlyId, lateId] = [first(early).eventId, first(late).eventId];
			for (const delivery of early) Object.assign(delivery, { eventId: lateId, digest: 'late' });
			for (const delivery of late) Object.assign(delivery, { eventId: earlyId, digest: 'early' });
		});
		expect(broken(history)).toContain('order');
	});

	it('accepts a reordering between chats', () => {
		const history = modified((records) => {
			records.sort((a, b) => (a.kind === 'delivery' && b.kind === 'delivery' ? b.at - a.at : 0));
		});
		expect(broken(history)).not.toContain('order');
	});
});

describe('check, for duplicates,', () => {
	it('reports a message that was sent twice', () => {
		const history = modified((records) => {
			for (const delivery of sentDeliveries(records, READER, 2))
				records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toContain('final state');
	});

	it('reports a second acceptance under another ID', () => {
		const history = modified((records) => {
			const key = `key-${READER}-2`;
			records.push({ kind: 'send response', at: 0, key, status: 202, messageId: 'msg_another' });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('reports a message that no response accepted', () => {
		const history = modified((records) => {
			const messageId = 'msg_another';
			for (const delivery of sentDeliveries(records, READER, 2)) {
				records.push({ ...delivery, eventId: 'evt_9999', messageId });
			}
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('reports a second event of a received message', () => {
		const history = modified((records) => {
			const delivery = first(deliveriesOf(records, 'msg_in_2', 'message.received'));
			records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toEqual(['inbound']);
	});

	it('reports a repeated delivery without a fault', () => {
		const history = modified((records) => {
			const delivery = first(sentDeliveries(records, READER, 2));
			records.push({ ...delivery, at: delivery.at + 5 });
		});
		expect(broken(history)).toEqual(['duplicates']);
	});

	it('accepts a repeated delivery after a kill', () => {
		expect(
			broken(
				modified((records) => {
					repeatAtFault(records, 5);
				}),
			),
		).toEqual([]);
	});

	it('reports more repeated deliveries than can be in flight', () => {
		expect(
			broken(
				modified((records) => {
					repeatAtFault(records, 6);
				}),
			),
		).toEqual(['duplicates']);
	});
});

describe('check reports a change', () => {
	it("of an event's bytes", () => {
		const history = modified((records) => {
			const delivery = first(sentDeliveries(records, READER, 2));
			records.splice(records.indexOf(delivery), 0, {
				...delivery,
				responseStatus: 500,
				digest: 'other bytes',
			});
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it("of an event's ID", () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).eventId = 'evt_9999';
		});
		expect(broken(history)).toEqual(['delivery', 'final state', 'progress']);
	});

	it('of a text, in an event or in the history', () => {
		const inEvent = modified((records) => {
			for (const delivery of sentDeliveries(records, READER, 2)) delivery.content = 'Another text';
		});
		expect(broken(inEvent)).toEqual(['final state']);
		const inStore = modified((records) => {
			for (const stored of storedAs(records, `msg_${READER}_2`)) stored.content = 'Another text';
		});
		expect(broken(inStore)).toEqual(['final state']);
		const ofReceived = modified((records) => {
			for (const stored of storedAs(records, 'msg_in_2')) stored.content = 'Another text';
		});
		expect(broken(ofReceived)).toEqual(['inbound']);
	});

	it('of a signature', () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).signed = false;
		});
		expect(broken(history)).toEqual(['delivery']);
	});
});

describe('check reports a regression', () => {
	it('of a polled status', () => {
		const history = modified((records) => {
			const messageId = `msg_${READER}_2`;
			const index = records.findLastIndex(
				(record) => record.kind === 'status' && record.messageId === messageId,
			);
			records.splice(index + 1, 0, { kind: 'status', at: 0, messageId, status: 'sent' });
		});
		expect(broken(history)).toEqual(['progress']);
	});

	it('in the order of events', () => {
		const history = modified((records) => {
			const [delivered, read] = (['message.delivered', 'message.read'] as const).map((event) =>
				deliveriesOf(records, `msg_${READER}_2`, event),
			);
			const [early, late] = [first(delivered ?? []).eventId, first(read ?? []).eventId];
			for (const delivery of delivered ?? []) Object.assign(delivery, { eventId: late, digest: 'late' });
			for (const delivery of read ?? []) Object.assign(delivery, { eventId: early, digest: 'early' });
		});
		expect(broken(history)).toEqual(['progress']);
	});

	it('in the times of events', () => {
		const history = modified((records) => {
			for (const delivery of deliveriesOf(records, `msg_${READER}_2`, 'message.read')) delivery.timestamp = 1;
		});
		expect(broken(history)).toEqual(['progress']);
	});
});

describe('check, for a gateway,', () => {
	it('reports an unexpected exit', () => {
		const history = modified((records) => {
			records.push({ kind: 'exit', at: 0, gateway: 0, log: 'Error' });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it.each([500, 502])('reports a response with %d', (status) => {
		const history = modified((records) => {
			records.push({ kind: 'send response', at: 0, key: `key-${READER}-2`, status, messageId: null });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('reports a 500 response to a status request', () => {
		const history = modified((records) => {
			records.push({ kind: 'status error', at: 0, messageId: `msg_${READER}_2`, status: 500 });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('accepts a 503 response', () => {
		const history = modified((records) => {
			records.push({ kind: 'send response', at: 0, key: `key-${READER}-2`, status: 503, messageId: null });
		});
		expect(broken(history)).toEqual([]);
	});
});

/** Returns the stored records of a message. */
function storedAs(records: readonly HistoryRecord[], messageId: string): StoredRecord[] {
	return records.filter(
		(record): record is StoredRecord => record.kind === 'stored' && record.messageId === messageId,
	);
}

/** Makes `count` deliveries be acknowledged just before the first fault and repeated after it. */
function repeatAtFault(records: HistoryRecord[], count: number): void {
	const fault = records.findIndex(({ kind }) => kind === 'fault');
	const { at } = records[fault] ?? { at: 0 };
	const acknowledged = records
		.slice(0, fault)
		.filter((record): record is DeliveryRecord => record.kind === 'delivery')
		.slice(-count);
	for (const delivery of acknowledged) delivery.at = at - 10;
	const again = acknowledged.map((delivery) => ({ ...delivery, at: at + 10 }));
	records.splice(fault + 1, 0, ...again);
}
