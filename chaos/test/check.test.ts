import { describe, expect, it } from '@jest/globals';
import { check } from '../check/check.ts';
import { ORDERED, webhooksFor } from '../webhooks.ts';
import { deliveriesOf, sentDeliveries, validHistory } from './history.ts';
import { first, modified, READER, storedAs, violatedRules } from './modified-history.ts';

describe('a valid history', () => {
	it('violates no rule', () => {
		expect(check(validHistory(), { webhooksFor, orderedWebhook: ORDERED, inFlightLimit: 5 })).toEqual([]);
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
		expect(violatedRules(history)).toEqual([]);
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
		expect(violatedRules(history)).toEqual([]);
	});

	it('violates no rule when a received message without a response has one event', () => {
		const history = modified((records) => {
			const response = records.find((record) => record.kind === 'inbound response');
			if (response?.kind !== 'inbound response') throw new Error('There is no response.');
			Object.assign(response, { status: 0, messageId: null });
		});
		expect(violatedRules(history)).toEqual([]);
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
		expect(violatedRules(history)).toContain('order');
	});

	it('accepts a reordering between chats', () => {
		const history = modified((records) => {
			records.sort((a, b) => (a.kind === 'delivery' && b.kind === 'delivery' ? b.at - a.at : 0));
		});
		expect(violatedRules(history)).not.toContain('order');
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
		expect(violatedRules(history)).toEqual(['delivery']);
	});

	it("of an event's ID", () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).eventId = 'evt_9999';
		});
		expect(violatedRules(history)).toEqual(['delivery', 'final state', 'progress']);
	});

	it('of a text, in an event or in the history', () => {
		const inEvent = modified((records) => {
			for (const delivery of sentDeliveries(records, READER, 2)) delivery.content = 'Another text';
		});
		expect(violatedRules(inEvent)).toEqual(['final state']);
		const inStore = modified((records) => {
			for (const stored of storedAs(records, `msg_${READER}_2`)) stored.content = 'Another text';
		});
		expect(violatedRules(inStore)).toEqual(['final state']);
		const ofReceived = modified((records) => {
			for (const stored of storedAs(records, 'msg_in_2')) stored.content = 'Another text';
		});
		expect(violatedRules(ofReceived)).toEqual(['inbound']);
	});

	it('of a signature', () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).signed = false;
		});
		expect(violatedRules(history)).toEqual(['delivery']);
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
		expect(violatedRules(history)).toEqual(['progress']);
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
		expect(violatedRules(history)).toEqual(['chat order', 'progress']);
	});

	it('in the times of events', () => {
		const history = modified((records) => {
			for (const delivery of deliveriesOf(records, `msg_${READER}_2`, 'message.read')) delivery.timestamp = 1;
		});
		expect(violatedRules(history)).toEqual(['progress']);
	});
});

describe('check, for a gateway,', () => {
	it('reports an unexpected exit', () => {
		const history = modified((records) => {
			records.push({ kind: 'exit', at: 0, gateway: 0, log: 'Error' });
		});
		expect(violatedRules(history)).toEqual(['survival']);
	});

	it.each([500, 502])('reports a response with %d', (status) => {
		const history = modified((records) => {
			records.push({ kind: 'send response', at: 0, key: `key-${READER}-2`, status, messageId: null });
		});
		expect(violatedRules(history)).toEqual(['survival']);
	});

	it('reports a 500 response to a status request', () => {
		const history = modified((records) => {
			records.push({ kind: 'status error', at: 0, messageId: `msg_${READER}_2`, status: 500 });
		});
		expect(violatedRules(history)).toEqual(['survival']);
	});

	it('accepts a 503 response', () => {
		const history = modified((records) => {
			records.push({ kind: 'send response', at: 0, key: `key-${READER}-2`, status: 503, messageId: null });
		});
		expect(violatedRules(history)).toEqual([]);
	});
});
