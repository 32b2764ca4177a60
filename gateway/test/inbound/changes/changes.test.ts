import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
	Actor,
	IncomingMessage,
	MessageChange,
	NetworkEvent,
} from '../../../src/network/network-event.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { ADA_ID, BY_ADA, BY_LID, GROUP, incoming, LID, targetOf } from '../received-messages.ts';

const AT = 1_800_000_000_000;
const STRANGER: Actor = {
	senderId: '4915100000009@s.whatsapp.net',
	from: '4915100000009',
	isFromMe: false,
	contactName: null,
};

describe('changes of messages', () => {
	let gateway: TestGateway;
	let owner: Browser;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
	});
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
	});

	const report = (...events: NetworkEvent[]) => reportEvents(gateway, instanceId, ...events);
	const change = (of: IncomingMessage, what: DistributiveOmit<MessageChange, 'target'>): NetworkEvent => ({
		kind: 'change',
		change: { ...what, target: targetOf(of) } as MessageChange,
	});
	const eventsOf = (kind: string) => recordedEvents(owner, instanceId, kind);
	/** Records a received message; returns its id. */
	async function received(message: IncomingMessage): Promise<string> {
		await report({ kind: 'message', message });
		const { chatId } = message;
		return (await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${chatId}`)).text(
			'data.0.messageId',
		);
	}
	const detail = async (messageId: string) => (await gateway.get(`/v1/messages/${messageId}`)).at('data');

	it('reports a reaction once, and that it was taken back', async () => {
		const message = incoming({ content: 'React to this' });
		const messageId = await received(message);
		const reaction = change(message, { change: 'reaction', actor: BY_ADA, emoji: '👍', at: AT });
		await report(reaction);
		await report(reaction);
		await report(change(message, { change: 'reaction', actor: BY_ADA, emoji: null, at: AT + 1 }));
		// A reaction from before, which the network delivers late.
		await report(reaction);
		expect(await eventsOf('message.reaction')).toEqual([
			{
				messageId,
				targetMessageId: messageId,
				instanceId,
				chatId: ADA_ID,
				senderId: ADA_ID,
				from: BY_ADA.from,
				isFromMe: false,
				contactName: 'Ada',
				isGroup: false,
				emoji: '👍',
				timestamp: new Date(AT).toISOString(),
			},
			expect.objectContaining({ emoji: null, timestamp: new Date(AT + 1).toISOString() }),
		]);
	});

	it('replaces the text that its author edits, and keeps nothing of an edit by anybody else', async () => {
		const message = incoming({ content: 'The first text' });
		const messageId = await received(message);
		await report(change(message, { change: 'edit', actor: STRANGER, content: 'Not mine', at: AT }));
		await report(change(message, { change: 'edit', actor: BY_ADA, content: 'The second text', at: AT + 1 }));
		await report(change(message, { change: 'edit', actor: BY_ADA, content: 'An older text', at: AT }));
		expect(await detail(messageId)).toMatchObject({ type: 'text', content: 'The second text' });
		expect(await eventsOf('message.edited')).toMatchObject([
			{ messageId, senderId: ADA_ID, type: 'text', content: 'The second text' },
		]);
	});

	it('keeps the last of several edits of one time, also when the network repeats the others', async () => {
		const message = incoming({ content: 'First' });
		const messageId = await received(message);
		const edit = (content: string) => change(message, { change: 'edit', actor: BY_ADA, content, at: AT });
		for (const content of ['Second', 'Third', 'Second', 'Third']) await report(edit(content));
		expect(await detail(messageId)).toMatchObject({ content: 'Third' });
		expect(await eventsOf('message.edited')).toMatchObject([{ content: 'Second' }, { content: 'Third' }]);
		await report(edit('First'));
		await report(edit('Third'));
		expect(await detail(messageId)).toMatchObject({ content: 'First' });
	});

	it('removes the content of a message that its author deletes, also after an edit and a reaction', async () => {
		const message = incoming({ content: 'A secret' });
		const messageId = await received(message);
		await report(
			change(message, { change: 'edit', actor: BY_ADA, content: 'A secret, edited', at: AT }),
			change(message, { change: 'reaction', actor: BY_ADA, emoji: '👍', at: AT }),
			change(message, { change: 'deletion', actor: STRANGER, at: AT + 1 }),
		);
		expect(await detail(messageId)).toMatchObject({ content: 'A secret, edited' });
		await report(change(message, { change: 'deletion', actor: BY_ADA, at: AT + 2 }));
		await report(change(message, { change: 'deletion', actor: BY_ADA, at: AT + 3 }));
		await report(change(message, { change: 'edit', actor: BY_ADA, content: 'Back again', at: AT + 4 }));
		expect(await detail(messageId)).toMatchObject({ content: 'This message was deleted.' });
		const answer = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(JSON.stringify(answer.body)).not.toContain('secret');
		expect(await eventsOf('message.deleted')).toMatchObject([{ messageId, senderId: ADA_ID }]);
	});

	it('lets an admin delete the messages of others in a group only', async () => {
		const inGroup = incoming({ content: 'In the group', chatId: GROUP });
		const alone = incoming({ content: 'Alone' });
		const [groupId, aloneId] = [await received(inGroup), await received(alone)];
		const byAdmin = { change: 'deletion', actor: STRANGER, asAdmin: true, at: AT } as const;
		await report(change(inGroup, byAdmin), change(alone, byAdmin));
		expect(await detail(groupId)).toMatchObject({ content: 'This message was deleted.' });
		expect(await detail(aloneId)).toMatchObject({ content: 'Alone' });
	});

	it('counts the last vote of each person, for the options that the poll has', async () => {
		const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 };
		const message = incoming({ type: 'poll', content: 'Poll: Lunch? Pizza / Pasta', poll, chatId: GROUP });
		const messageId = await received(message);
		const vote = (actor: Actor, at: number, ...options: string[]) =>
			change(message, { change: 'vote', actor, options, at });
		await report(vote(BY_ADA, AT, 'Pizza'), vote(STRANGER, AT, 'Pizza', 'Sushi'));
		await report(vote(BY_ADA, AT + 1, 'Pasta'), vote(BY_ADA, AT, 'Pizza'));
		await report(vote(STRANGER, AT + 1));
		const events = await eventsOf('poll.voted');
		expect(events).toMatchObject([
			{ messageId, senderId: ADA_ID, options: ['Pizza'], counts: [{ votes: 1 }, { votes: 0 }] },
			{ senderId: STRANGER.senderId, options: ['Pizza'], counts: [{ votes: 2 }, { votes: 0 }] },
			{ senderId: ADA_ID, options: ['Pasta'], counts: [{ votes: 1 }, { votes: 1 }] },
			{ senderId: STRANGER.senderId, options: [], counts: [{ votes: 0 }, { option: 'Pasta', votes: 1 }] },
		]);
	});

	it('keeps a reaction and a vote that were repeated where another one from between arrives late', async () => {
		const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 };
		const message = incoming({ type: 'poll', content: 'Poll: Lunch? Pizza / Pasta', poll, chatId: GROUP });
		await received(message);
		const reaction = (at: number, emoji: string | null) =>
			change(message, { change: 'reaction', actor: BY_ADA, emoji, at });
		const vote = (at: number, ...options: string[]) =>
			change(message, { change: 'vote', actor: BY_ADA, options, at });
		await report(reaction(AT, '👍'), reaction(AT + 2, '👍'), reaction(AT + 1, null));
		await report(vote(AT, 'Pasta'), vote(AT + 2, 'Pasta'), vote(AT + 1));
		expect(await eventsOf('message.reaction')).toMatchObject([{ emoji: '👍' }]);
		expect(await eventsOf('poll.voted')).toMatchObject([{ options: ['Pasta'] }]);
	});

	it('keeps a reaction and a vote under an earlier id of the person where an older one arrives late', async () => {
		const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 };
		const message = incoming({ type: 'poll', content: 'Poll: Lunch? Pizza / Pasta', poll, chatId: GROUP });
		const messageId = await received(message);
		const reaction = (actor: Actor, at: number, emoji: string | null) =>
			change(message, { change: 'reaction', actor, emoji, at });
		const vote = (actor: Actor, at: number, ...options: string[]) =>
			change(message, { change: 'vote', actor, options, at });
		await report(reaction(BY_LID, AT + 1, '👍'), vote(BY_LID, AT + 1, 'Pasta'));
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		await report(reaction(BY_ADA, AT, '❤️'), vote(BY_ADA, AT, 'Pizza'));
		// A repetition under the new id is not a new change.
		await report(reaction(BY_ADA, AT + 1, '👍'), vote(BY_ADA, AT + 1, 'Pasta'));
		expect(await eventsOf('message.reaction')).toMatchObject([{ emoji: '👍' }]);
		expect(await eventsOf('poll.voted')).toMatchObject([{ options: ['Pasta'] }]);
		await report(reaction(BY_ADA, AT + 2, null), vote(BY_ADA, AT + 2, 'Pizza'));
		expect(await eventsOf('message.reaction')).toMatchObject([{ emoji: '👍' }, { emoji: null }]);
		expect(await eventsOf('poll.voted')).toMatchObject([
			{ options: ['Pasta'] },
			{ options: ['Pizza'], counts: [{ votes: 1 }, { votes: 0 }] },
		]);
		expect(await detail(messageId)).not.toHaveProperty('reactions');
	});

	it('shows one reaction and one vote of a person who gave them under two ids', async () => {
		const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 };
		const message = incoming({ type: 'poll', content: 'Poll: Lunch? Pizza / Pasta', poll, chatId: GROUP });
		const messageId = await received(message);
		const other = incoming({ content: 'Taken back', chatId: GROUP });
		const otherId = await received(other);
		const reaction = (of: IncomingMessage, actor: Actor, at: number, emoji: string | null) =>
			change(of, { change: 'reaction', actor, emoji, at });
		const vote = (actor: Actor, at: number, ...options: string[]) =>
			change(message, { change: 'vote', actor, options, at });
		await report(reaction(message, BY_ADA, AT, '❤️'), reaction(message, BY_LID, AT + 1, '👍'));
		await report(reaction(other, BY_ADA, AT, '❤️'), reaction(other, BY_LID, AT + 1, '👍'));
		await report(reaction(other, BY_LID, AT + 2, null));
		await report(vote(BY_LID, AT, 'Pasta'), vote(BY_ADA, AT + 1, 'Pizza'));
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		expect(await detail(messageId)).toMatchObject({
			reactions: [{ senderId: ADA_ID, emoji: '👍' }],
			poll: { counts: [{ votes: 1 }, { votes: 0 }] },
		});
		expect(await detail(otherId)).not.toHaveProperty('reactions');
		await report(vote(STRANGER, AT + 2, 'Pasta'));
		expect((await eventsOf('poll.voted')).at(-1)).toMatchObject({ counts: [{ votes: 1 }, { votes: 1 }] });
	});

	it('knows the author of a message by the id from before the network revealed the phone number', async () => {
		const message = incoming({ content: 'From a LID', senderId: LID });
		const messageId = await received(message);
		await report({ kind: 'same_person', ids: [ADA_ID, LID] });
		await report(change(message, { change: 'edit', actor: BY_LID, content: 'Edited', at: AT }));
		expect(await detail(messageId)).toMatchObject({ content: 'Edited', chatId: ADA_ID });
		expect(await eventsOf('message.edited')).toMatchObject([{ chatId: ADA_ID, senderId: ADA_ID }]);
	});

	it('ignores changes of messages that are not stored', async () => {
		const unknown = incoming();
		await report(
			change(unknown, { change: 'reaction', actor: BY_ADA, emoji: '👍', at: AT }),
			change(unknown, { change: 'deletion', actor: BY_ADA, at: AT }),
		);
		expect(await eventsOf('message.reaction')).toEqual([]);
	});
});

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
