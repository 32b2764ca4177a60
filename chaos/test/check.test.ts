import { describe, expect, it } from '@jest/globals';
import { check } from '../check/check.ts';
import type { DeliveryRecord, HistoryRecord, StoredRecord } from '../history/record.ts';
import { webhooksOf } from '../webhooks.ts';
import { deliveriesOf, goodHistory, handOver } from './history.ts';

const READER = '4915110010';

/** The rules a history breaks. */
function broken(history: readonly HistoryRecord[]): string[] {
	const violations = check(history, { webhooksOf, inFlightLimit: 5 });
	return [...new Set(violations.map(({ rule }) => rule))].sort();
}

/** A good history after something was done to it. */
function spoilt(spoil: (history: HistoryRecord[]) => void): HistoryRecord[] {
	const history = goodHistory();
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

describe('a history in which all went well', () => {
	it('breaks no rule', () => {
		expect(check(goodHistory(), { webhooksOf, inFlightLimit: 5 })).toEqual([]);
	});

	it('breaks none when an answer was lost and the message was sent again', () => {
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

	it('breaks none when a request was refused and came again', () => {
		const history = spoilt((records) => {
			const [delivery] = handOver(records, READER, 1);
			if (delivery === undefined) throw new Error('There is no delivery.');
			records.splice(records.indexOf(delivery), 0, { ...delivery, answer: 500 }, { ...delivery, answer: 0 });
		});
		expect(broken(history)).toEqual([]);
	});

	it('breaks none when what arrived without an answer has one event', () => {
		const history = spoilt((records) => {
			const answer = records.find((record) => record.kind === 'arrival answer');
			if (answer?.kind !== 'arrival answer') throw new Error('There is no answer.');
			Object.assign(answer, { status: 0, messageId: null });
		});
		expect(broken(history)).toEqual([]);
	});
});

describe('a planted loss', () => {
	it.each(['message.sent', 'message.delivered', 'message.read'] as const)('of %s is found', (event) => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, `msg_${READER}_2`, event));
		});
		expect(broken(history)).toContain('final state');
	});

	it('of one webhook only is found', () => {
		const history = spoilt((records) => {
			remove(records, [first(handOver(records, READER, 2))]);
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of an acknowledgement is found', () => {
		const history = spoilt((records) => {
			first(handOver(records, READER, 2)).answer = 500;
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it('of a stored message is found', () => {
		const history = spoilt((records) => {
			remove(records, storedAs(records, `msg_${READER}_2`));
		});
		expect(broken(history)).toEqual(['final state']);
	});

	it('of a message that never got accepted is found', () => {
		const history = spoilt((records) => {
			for (const record of records) {
				if (record.kind === 'send answer' && record.key === `key-${READER}-2`) record.status = 503;
			}
		});
		expect(broken(history)).toContain('acceptance');
	});

	it('of what arrived is found', () => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of what arrived, with its event there, is found', () => {
		const history = spoilt((records) => {
			remove(records, storedAs(records, 'msg_in_2'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of the event of what arrived without an answer is found', () => {
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

	it('that does not last is found', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'status answer', at: 0, messageId: `msg_${READER}_2`, status: 404 });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('of an echo is found', () => {
		const history = spoilt((records) => {
			remove(records, deliveriesOf(records, 'msg_echo_2', 'message.received'));
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('of the last step is found', () => {
		const history = spoilt((records) => {
			for (const record of records) {
				if (record.kind === 'stored' && record.messageId === `msg_${READER}_2`) record.status = 'delivered';
			}
		});
		expect(broken(history)).toEqual(['final state', 'progress']);
	});
});

describe('a planted reorder', () => {
	it('within a chat is found', () => {
		const history = spoilt((records) => {
			const [early, late] = [handOver(records, READER, 1), handOver(records, READER, 2)];
			const [earlyId, lateId] = [first(early).eventId, first(late).eventId];
			for (const delivery of early) Object.assign(delivery, { eventId: lateId, digest: 'late' });
			for (const delivery of late) Object.assign(delivery, { eventId: earlyId, digest: 'early' });
		});
		expect(broken(history)).toContain('order');
	});

	it('between chats is none', () => {
		const history = spoilt((records) => {
			records.sort((a, b) => (a.kind === 'delivery' && b.kind === 'delivery' ? b.at - a.at : 0));
		});
		expect(broken(history)).not.toContain('order');
	});
});

describe('a planted double', () => {
	it('sending is found', () => {
		const history = spoilt((records) => {
			for (const delivery of handOver(records, READER, 2)) records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toContain('final state');
	});

	it('acceptance under another id is found', () => {
		const history = spoilt((records) => {
			const key = `key-${READER}-2`;
			records.push({ kind: 'send answer', at: 0, key, status: 202, messageId: 'msg_another' });
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('acceptance nobody was told of is found', () => {
		const history = spoilt((records) => {
			const messageId = 'msg_another';
			for (const delivery of handOver(records, READER, 2)) {
				records.push({ ...delivery, eventId: 'evt_9999', messageId });
			}
		});
		expect(broken(history)).toEqual(['acceptance']);
	});

	it('event of what arrived is found', () => {
		const history = spoilt((records) => {
			const delivery = first(deliveriesOf(records, 'msg_in_2', 'message.received'));
			records.push({ ...delivery, eventId: 'evt_9999' });
		});
		expect(broken(history)).toEqual(['arrivals']);
	});

	it('delivery that no fault explains is found', () => {
		const history = spoilt((records) => {
			const delivery = first(handOver(records, READER, 2));
			records.push({ ...delivery, at: delivery.at + 5 });
		});
		expect(broken(history)).toEqual(['duplicates']);
	});

	it('delivery that a kill explains is none', () => {
		expect(
			broken(
				spoilt((records) => {
					doubleAtFault(records, 5);
				}),
			),
		).toEqual([]);
	});

	it('delivery, more than can be in flight, is found', () => {
		expect(
			broken(
				spoilt((records) => {
					doubleAtFault(records, 6);
				}),
			),
		).toEqual(['duplicates']);
	});
});

describe('a planted change', () => {
	it("of an event's bytes is found", () => {
		const history = spoilt((records) => {
			const delivery = first(handOver(records, READER, 2));
			records.splice(records.indexOf(delivery), 0, { ...delivery, answer: 500, digest: 'other bytes' });
		});
		expect(broken(history)).toEqual(['delivery']);
	});

	it("of an event's id is found", () => {
		const history = spoilt((records) => {
			first(handOver(records, READER, 2)).eventId = 'evt_9999';
		});
		expect(broken(history)).toEqual(['delivery', 'final state', 'progress']);
	});

	it('of a text is found, in an event as in what is stored', () => {
		const inEvent = spoilt((records) => {
			for (const delivery of handOver(records, READER, 2)) delivery.content = 'Another text';
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

	it('of a signature is found', () => {
		const history = spoilt((records) => {
			first(handOver(records, READER, 2)).signed = false;
		});
		expect(broken(history)).toEqual(['delivery']);
	});
});

describe('a planted step back', () => {
	it('of a status somebody asked for is found', () => {
		const history = spoilt((records) => {
			const messageId = `msg_${READER}_2`;
			const index = records.findLastIndex(
				(record) => record.kind === 'status' && record.messageId === messageId,
			);
			records.splice(index + 1, 0, { kind: 'status', at: 0, messageId, status: 'sent' });
		});
		expect(broken(history)).toEqual(['progress']);
	});

	it('of the order of events is found', () => {
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

	it('of the times of events is found', () => {
		const history = spoilt((records) => {
			for (const delivery of deliveriesOf(records, `msg_${READER}_2`, 'message.read')) delivery.timestamp = 1;
		});
		expect(broken(history)).toEqual(['progress']);
	});
});

describe('a gateway', () => {
	it('that ended of itself is found', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'death', at: 0, gateway: 0, log: 'Error' });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it.each([500, 502])('that answered %d is found', (status) => {
		const history = spoilt((records) => {
			records.push({ kind: 'send answer', at: 0, key: `key-${READER}-2`, status, messageId: null });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('that answered 500 to who asked for a status is found', () => {
		const history = spoilt((records) => {
			records.push({ kind: 'status answer', at: 0, messageId: `msg_${READER}_2`, status: 500 });
		});
		expect(broken(history)).toEqual(['survival']);
	});

	it('that refused with 503 is none', () => {
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
