import { describe, expect, it } from '@jest/globals';
import type { HistoryRecord } from '../history/record.ts';
import { ORDERED } from '../webhooks.ts';
import { deliveriesOf, SHARED } from './history.ts';
import { first, modified, READER, remove, violatedRules } from './modified-history.ts';

/** Returns the records of one kind. */
function of<Kind extends HistoryRecord['kind']>(
	history: HistoryRecord[],
	kind: Kind,
): Extract<HistoryRecord, { kind: Kind }>[] {
	return history.filter((record): record is Extract<HistoryRecord, { kind: Kind }> => record.kind === kind);
}

/** Returns the deliveries of a message to the ordered webhook. */
function ordered(history: HistoryRecord[], number: number, event: 'message.sent' | 'message.read') {
	return deliveriesOf(history, `msg_${READER}_${number}`, event).filter(({ webhook }) => webhook === ORDERED);
}

/** Moves a record right behind another one. */
function move(history: HistoryRecord[], record: HistoryRecord, behind: HistoryRecord): void {
	remove(history, [record]);
	history.splice(history.indexOf(behind) + 1, 0, record);
}

describe('the rule of the order of chats', () => {
	it('finds an event that arrives before an earlier one has succeeded', () => {
		const history = modified((records) => {
			const sent = first(ordered(records, 1, 'message.sent'));
			const repeated = { ...sent };
			sent.responseStatus = 500;
			records.splice(records.indexOf(first(ordered(records, 1, 'message.read'))) + 1, 0, repeated);
		});
		expect(violatedRules(history)).toContain('chat order');
	});

	it('finds an event that arrives again after a later one', () => {
		const history = modified((records) => {
			move(records, first(ordered(records, 1, 'message.sent')), first(ordered(records, 1, 'message.read')));
		});
		expect(violatedRules(history)).toContain('chat order');
	});

	it('allows that an event is repeated until it succeeds', () => {
		const history = modified((records) => {
			const sent = first(ordered(records, 1, 'message.sent'));
			records.splice(records.indexOf(sent), 0, { ...sent, responseStatus: 500 });
		});
		expect(violatedRules(history)).toEqual([]);
	});
});

describe('the rule of bursts', () => {
	it('finds a message in two bursts', () => {
		const history = modified((records) => {
			const joined = first(of(records, 'joined delivery'));
			records.splice(records.indexOf(joined), 0, { ...joined, eventId: 'evt_9999' });
		});
		expect(violatedRules(history)).toEqual(['bursts']);
	});

	it('finds a message in no burst', () => {
		const history = modified((records) => {
			remove(records, [first(of(records, 'joined delivery'))]);
		});
		expect(violatedRules(history)).toEqual(['bursts']);
	});

	it('finds a burst that was never acknowledged', () => {
		const history = modified((records) => {
			first(of(records, 'joined delivery')).responseStatus = 500;
		});
		expect(violatedRules(history)).toEqual(['bursts']);
	});

	it('finds a burst of two chats', () => {
		const history = modified((records) => {
			first(of(records, 'joined delivery')).chats.push('inst_1 4915110099@s.whatsapp.net');
		});
		expect(violatedRules(history)).toEqual(['bursts']);
	});
});

describe('the rule of ownership', () => {
	it('finds a send that is accepted while a person owns the chat', () => {
		const history = modified((records) => {
			const refused = first(of(records, 'send response').filter(({ status }) => status === 409));
			Object.assign(refused, { status: 202, messageId: 'msg_taken' });
		});
		expect(violatedRules(history)).toContain('ownership');
	});

	it('finds a send that is refused while the bot owns the chat', () => {
		const history = modified((records) => {
			const key = `key-${SHARED}-1`;
			const accepted = first(of(records, 'send response').filter((one) => one.key === key));
			Object.assign(accepted, { status: 409, messageId: null });
		});
		expect(violatedRules(history)).toContain('ownership');
	});

	it('finds a chat that is taken twice', () => {
		const history = modified((records) => {
			const released = first(of(records, 'owner delivery').filter(({ event }) => event === 'chat.released'));
			remove(records, [released]);
		});
		expect(violatedRules(history)).toEqual(['ownership']);
	});

	it('finds a text of the person without its event', () => {
		const history = modified((records) => {
			const echo = first(of(records, 'owner delivery').filter(({ event }) => event === 'message.echo'));
			remove(records, [echo]);
		});
		expect(violatedRules(history)).toEqual(['ownership']);
	});
});
