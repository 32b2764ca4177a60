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
function spoilt(spoil: (history: HistoryRecord[]) => void): HistoryRecord[] {
	const history = validHistory();
	spoil(history);
	return history;
}

function remove(history: HistoryRecord[], gone: readonly HistoryRecord[]): void {
	history.splice(0, history.length, ...history.filter((record) => !gone.includes(record)));
}

function first<T>(values: readonly T[]): T {
	const [value] = values;
	if (value === undefined) throw new Error('There is none.');
	return value;
}

describe('a valid history', () => {
	it('violates no rule', () => {
		expect(check(validHistory(), { webhooksFor, inFlightLimit: 5 })).toEqual([]);
	});

	it('violates no rule when a send was retried after a lost response', () => {
		const history = spoilt((records) => {
			const index = records.findIndex(({ kind }) => kind === 'send');
			const send = records[index];
			if (send?.kind !== 'send') throw new Error('There is no send.');
			records.splice(index, 0, send, {
				kind: 'send answer',
				at: send.at,
				key: send.key,
				status: 0,
				messageId: null,
			});
		});
		expect(broken(history)).toEqual([]);
	});

	it('violates no rule when a rejected delivery was retried', () => {
		const history = spoilt((records) => {
			const [delivery] = sentDeliveries(records, READER, 1);
			if (delivery === undefined) throw new Error('There is no delivery.');
			records.splice(records.indexOf(delivery), 0, { ...delivery, answer: 500 }, { ...delivery, answer: 0 });
		});
		expect(broken(history)).toEqual([]);
	});

	it('violates no rule when a received message without a response has one event', () => {
		const history = spoilt((records) => {
			const answer = records.find((record) => record.kind === 'arrival answer');
			if (answer?.kind !== 'arrival answer') throw new Error('There is no answer.');
			Object.assign(answer, { status: 0, messageId: null });
		});
		expect(broken(history)).toEqual([]);
	});
});

describe('check reports a loss', () => {
	it.each(['message.sent', 'message.delivered', 'message.read'] as const)('of %s', (event) => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, `msg_${READER}_2`, event));
		});
		expect(broken(history)).toContain('final state');
	});

	it('at one webhook only', () => {
		const history = spoilt((records) => {
			remove(records, [first(sentDeliveries(records, READER, 2))]);
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of an acknowledgement', () => {
		const history = spoilt((records) => {
			first(sentDeliveries(records, READER, 2)).answer = 500;
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of a stored message', () => {
		const history = spoilt((records) => {
			remove(records, storedAs(records, `msg_${READER}_2`));
		});
		expect(broken(history)).toEqual(['final state']);
	});

	it('of a message that was never accepted', () => {
		const history = spoilt((records) => {
			for (const record of records) {
				if (record.kind === 'send answer' && record.key === `key-${READER}-2`) record.status = 503;
			}
		});
		expect(broken(history)).toContain('acceptance');
	});

	it('of a received message', () => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of a received message that has an event', () => {
		const history = spoilt((records) => {
			remove(records, storedAs(records, 'msg_in_2'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of the event of a received message without a response', () => {
		const history = spoilt((records) => {
			for (const record of records) {
				if (record.kind === 'arrival answer' && record.messageId === 'msg_in_2') {
					Object.assign(record, { status: 0, messageId: null });
				}
			}
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('that is temporary', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'status answer', at: 0, messageId: `msg_${READER}_2`, status: 404 });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('of an echo', () => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, 'msg_echo_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of the final status', () => {
		const history = spoilt((records) => {
			for (const record of records) {
				if (record.kind === 'stored' && record.messageId === `msg_${READER}_2`) record.status = 'delivered';
			}
		});
		expect(broken(history)).toEqual(['final state', 'progress']);
	});
});

describe('check', () => {
	it('reports a reordering within a chat', () => {
		const history = spoilt((records) => {
			const [early, late] = [sentDeliveries(records, READER, 1), sentDeliveries(records, READER, 2)];
			const [earlyId, lateId] = [first(early).eventId, first(late).eventId];
			for (const delivery of early) Object.assign(delivery, { eventId: lateId, digest: 'late' });
			for (const delivery of late) Object.assign(delivery, { eventId: earlyId, digest: 'early' });
		});
		expect(broken(history)).toContain('order');
	});

	it('accepts a reordering between chats', () => {
		const history = spoilt((records) => {
			records.sort((a, b) => (a.kind === 'delivery' && b.kind === 'delivery' ? b.at - a.at : 0));
		});
		expect(broken(history)).not.toContain('order');
	});
});

describe('check, for duplicates,', () => {
	it('reports a message that was sent twice', () => {
		const history = spoilt((records) => {
			for (const delivery of sentDeliveries(records, READER, 2))
				records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toContain('final state');
	});

	it('reports a second acceptance under another ID', () => {
		const history = spoilt((records) => {
			const key = `key-${READER}-2`;
			records.push({ kind: 'send answer', at: 0, key, status: 202, messageId: 'msg_another' });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('reports a message that no response accepted', () => {
		const history = spoilt((records) => {
			const messageId = 'msg_another';
			for (const delivery of sentDeliveries(records, READER, 2)) {
				records.push({ ...delivery, eventId: 'evt_9999', messageId });
			}
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('reports a second event of a received message', () => {
		const history = spoilt((records) => {
			const delivery = first(deliveriesOf(records, 'msg_in_2', 'message.received'));
			records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('reports a repeated delivery without a fault', () => {
		const history = spoilt((records) => {
			const delivery = first(sentDeliveries(records, READER, 2));
			records.push({ ...delivery, at: delivery.at + 5 });
		});
		expect(broken(history)).toEqual(['duplicates']);
	});

	it('accepts a repeated delivery after a kill', () => {
		expect(
			broken(
				spoilt((records) => {
					doubleAtFault(records, 5);
				}),
			),
		).toEqual([]);
	});

	it('reports more repeated deliveries than can be in flight', () => {
		expect(
			broken(
				spoilt((records) => {
					doubleAtFault(records, 6);
				}),
			),
		).toEqual(['duplicates']);
	});
});

describe('check reports a change', () => {
	it("of an event's bytes", () => {
		const history = spoilt((records) => {
			const delivery = first(sentDeliveries(records, READER, 2));
			records.splice(records.indexOf(delivery), 0, { ...delivery, answer: 500, digest: 'other bytes' });
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it("of an event's ID", () => {
		const history = spoilt((records) => {
			first(sentDeliveries(records, READER, 2)).eventId = 'evt_9999';
		});
		expect(broken(history)).toEqual(['delivery', 'final state', 'progress']);
	});

	it('of a text, in an event or in the history', () => {
		const inEvent = spoilt((records) => {
			for (const delivery of sentDeliveries(records, READER, 2)) delivery.content = 'Another text';
		});
		expect(broken(inEvent)).toEqual(['final state']);
		const inStore = spoilt((records) => {
			for (const stored of storedAs(records, `msg_${READER}_2`)) stored.content = 'Another text';
		});
		expect(broken(inStore)).toEqual(['final state']);
		const ofArrival = spoilt((records) => {
			for (const stored of storedAs(records, 'msg_in_2')) stored.content = 'Another text';
		});
		expect(broken(ofArrival)).toEqual(['arrivals']);
	});

	it('of a signature', () => {
		const history = spoilt((records) => {
			first(sentDeliveries(records, READER, 2)).signed = false;
		});
		expect(broken(history)).toEqual(['delivery']);
	});
});

describe('check reports a regression', () => {
	it('of a polled status', () => {
		const history = spoilt((records) => {
			const messageId = `msg_${READER}_2`;
			const index = records.findLastIndex(
				(record) => record.kind === 'status' && record.messageId === messageId,
			);
			records.splice(index + 1, 0, { kind: 'status', at: 0, messageId, status: 'sent' });
		});
		expect(broken(history)).toEqual(['progress']);
	});

	it('in the order of events', () => {
		const history = spoilt((records) => {
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
		const history = spoilt((records) => {
			for (const delivery of deliveriesOf(records, `msg_${READER}_2`, 'message.read')) delivery.timestamp = 1;
		});
		expect(broken(history)).toEqual(['progress']);
	});
});

describe('check, for a gateway,', () => {
	it('reports an unexpected exit', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'death', at: 0, gateway: 0, log: 'Error' });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it.each([500, 502])('reports a response with %d', (status) => {
		const history = spoilt((records) => {
			records.push({ kind: 'send answer', at: 0, key: `key-${READER}-2`, status, messageId: null });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('reports a 500 response to a status request', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'status answer', at: 0, messageId: `msg_${READER}_2`, status: 500 });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('accepts a 503 response', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'send answer', at: 0, key: `key-${READER}-2`, status: 503, messageId: null });
		});
		expect(broken(history)).toEqual([]);
	});
});

/** How the history lists a message when all is over. */
function storedAs(records: readonly HistoryRecord[], messageId: string): StoredRecord[] {
	return records.filter(
		(record): record is StoredRecord => record.kind === 'stored' && record.messageId === messageId,
	);
}

/** Lets as many deliveries be acknowledged just before the first fault and come again after it. */
function doubleAtFault(records: HistoryRecord[], count: number): void {
	const fault = records.findIndex(({ kind }) => kind === 'fault');
	const { at } = records[fault] ?? { at: 0 };
	const doubled = records
		.slice(0, fault)
		.filter((record): record is DeliveryRecord => record.kind === 'delivery')
		.slice(-count);
	for (const delivery of doubled) delivery.at = at - 10;
	const again = doubled.map((delivery) => ({ ...delivery, at: at + 10 }));
	records.splice(fault + 1, 0, ...again);
}
