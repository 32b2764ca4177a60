import { describe, expect, it } from '@jest/globals';
import { deliveriesOf, sentDeliveries } from './history.ts';
import { first, modified, READER, remove, storedAs, violatedRules } from './modified-history.ts';

describe('check reports a loss', () => {
	it.each(['message.sent', 'message.delivered', 'message.read'] as const)('of %s', (event) => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, `msg_${READER}_2`, event));
		});
		expect(violatedRules(history)).toContain('final state');
	});

	it('at one webhook only', () => {
		const history = modified((records) => {
			remove(records, [first(sentDeliveries(records, READER, 2))]);
		});
		expect(violatedRules(history)).toEqual(['delivery']);
	});

	it('of an acknowledgement', () => {
		const history = modified((records) => {
			first(sentDeliveries(records, READER, 2)).responseStatus = 500;
		});
		expect(violatedRules(history)).toEqual(['delivery']);
	});

	it('of a stored message', () => {
		const history = modified((records) => {
			remove(records, storedAs(records, `msg_${READER}_2`));
		});
		expect(violatedRules(history)).toEqual(['final state']);
	});

	it('of a message that was never accepted', () => {
		const history = modified((records) => {
			for (const record of records) {
				if (record.kind === 'send response' && record.key === `key-${READER}-2`) record.status = 503;
			}
		});
		expect(violatedRules(history)).toContain('acceptance');
	});

	it('of a received message', () => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, 'msg_in_2', 'message.received'));
		});
		expect(violatedRules(history)).toEqual(['inbound']);
	});

	it('of a received message that has an event', () => {
		const history = modified((records) => {
			remove(records, storedAs(records, 'msg_in_2'));
		});
		expect(violatedRules(history)).toEqual(['bursts', 'inbound']);
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
		expect(violatedRules(history)).toEqual(['inbound']);
	});

	it('that is temporary', () => {
		const history = modified((records) => {
			records.push({ kind: 'status error', at: 0, messageId: `msg_${READER}_2`, status: 404 });
		});
		expect(violatedRules(history)).toEqual(['acceptance']);
	});

	it('of an echo', () => {
		const history = modified((records) => {
			remove(records, deliveriesOf(records, 'msg_echo_2', 'message.received'));
		});
		expect(violatedRules(history)).toEqual(['inbound']);
	});

	it('of the final status', () => {
		const history = modified((records) => {
			for (const record of records) {
				if (record.kind === 'stored' && record.messageId === `msg_${READER}_2`) record.status = 'delivered';
			}
		});
		expect(violatedRules(history)).toEqual(['final state', 'progress']);
	});
});
