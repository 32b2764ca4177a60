import { describe, expect, it } from '@jest/globals';
import {
	arrived,
	echoed,
	echoes,
	edit,
	reaction,
	revoke,
	webhook,
	written,
} from '../../../cloud-api-server/payloads.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { PNG } from '../../../support/sample-files.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../../support/official/official-suite.ts';

const PHONE = '16505551234';
const CHAT = `${PHONE}@s.whatsapp.net`;
const OWN_CHAT = '15550783881@s.whatsapp.net';

let counter = 0;
const wamid = (): string => `wamid.change${(counter += 1)}`;
const text = (body: string, more = {}) => written(wamid(), 'text', { body }, more);

useOfficialInstance({
	events: ['message.received', 'message.reaction', 'message.edited', 'message.deleted', 'message.echo'],
});

const notify = async (payload: unknown): Promise<void> => {
	expect((await meta.notify(payload)).status).toBe(200);
};
const arrives = (...messages: Record<string, unknown>[]) => notify(webhook(arrived(messages)));
const eventOf = async (kind: string, content?: string) => {
	const event = await receiver.find(
		content ?? kind,
		(one) => one.at('event') === kind && (content === undefined || one.at('data.content') === content),
	);
	return event.at('data') as Record<string, unknown>;
};
const events = (kind: string) => receiver.requests.filter((one) => one.at('event') === kind);
/** Resolves when everything before it is published. */
const published = async (): Promise<void> => {
	const content = `Marker ${wamid()}`;
	await arrives(text(content));
	await eventOf('message.received', content);
};
const history = async () =>
	(await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`)).at('data') as Record<
		string,
		unknown
	>[];
/** Sends a text; returns its id and Meta's id. */
const sent = async () => {
	const id = await sendText(gateway, instanceId, PHONE, 'Tuesday?');
	await reached(gateway, id, 'sent');
	return { id, networkId: (await meta.requests('messages')).at(-1)?.wamid };
};

const PERSON = { chatId: CHAT, senderId: CHAT, from: PHONE, isFromMe: false, contactName: 'Ada' };
const OWNER = { chatId: CHAT, senderId: OWN_CHAT, from: '15550783881', isFromMe: true };

describe('changes that Meta reports', () => {
	it('are a reaction to a sent message, and the reaction taken back', async () => {
		const { id, networkId } = await sent();
		await arrives(reaction(wamid(), networkId, '👍🏽', { timestamp: '1769860801' }));
		expect(await eventOf('message.reaction')).toMatchObject({
			...PERSON,
			messageId: id,
			targetMessageId: id,
			emoji: '👍🏽',
		});
		await arrives(reaction(wamid(), networkId, undefined, { timestamp: '1769860802' }));
		await published();
		expect(events('message.reaction').map((one) => one.at('data.emoji'))).toEqual(['👍🏽', null]);
	});

	it('are a reaction of a person whom WhatsApp knows under another number than the one written to', async () => {
		const id = await sendText(gateway, instanceId, '5511987654321', 'Oi');
		await reached(gateway, id, 'sent');
		const networkId = (await meta.requests('messages')).at(-1)?.wamid;
		const from = '551187654321';
		await arrives(
			text('Tudo bem?', { from, context: { from: '15550783881', id: networkId } }),
			reaction(wamid(), networkId, '👍', { from, timestamp: String(Math.trunc(Date.now() / 1000)) }),
		);
		expect(await eventOf('message.received', 'Tudo bem?')).toMatchObject({ from, quotedMessageId: id });
		expect(await eventOf('message.reaction')).toMatchObject({ from, targetMessageId: id, emoji: '👍' });
	});

	it('are a reaction to a received message, which is reported once', async () => {
		const message = text('Hello');
		const reacted = reaction(wamid(), message.id, '❤️');
		await arrives(message, reacted);
		await arrives(message, reacted);
		const { messageId } = await eventOf('message.received', 'Hello');
		expect(await eventOf('message.reaction')).toMatchObject({ targetMessageId: messageId, emoji: '❤️' });
		await published();
		expect(events('message.reaction')).toHaveLength(1);
	});

	it('are the last of several reactions of one second, also where Meta repeats an earlier one', async () => {
		const message = text('Which one?');
		const at = { timestamp: '1769860801' };
		const [first, last] = [reaction(wamid(), message.id, '👍', at), reaction(wamid(), message.id, '❤️', at)];
		await arrives(message, first);
		await arrives(last);
		await arrives(first);
		await published();
		expect(events('message.reaction').map((one) => one.at('data.emoji'))).toEqual(['👍', '❤️']);
	});

	it('are an edit', async () => {
		const message = text('Helo');
		await arrives(message);
		await arrives(edit(wamid(), message.id, 'Hello', { timestamp: '1769860900' }));
		const { messageId } = await eventOf('message.received', 'Helo');
		expect(await eventOf('message.edited')).toMatchObject({ ...PERSON, messageId, content: 'Hello' });
		expect(await history()).toMatchObject([{ messageId, content: 'Hello' }]);
	});

	it('are a deletion', async () => {
		const message = text('Secret');
		await arrives(message, revoke(wamid(), message.id));
		const { messageId } = await eventOf('message.received', 'Secret');
		expect(await eventOf('message.deleted')).toMatchObject({ ...PERSON, messageId });
		expect(JSON.stringify(await history())).not.toContain('Secret');
	});

	it('are reported after a message whose file is still being downloaded', async () => {
		const id = await meta.media('image/png', PNG);
		await meta.fail({ on: 'download', of: id, times: 1, status: 503 });
		const picture = written(wamid(), 'image', { id, mime_type: 'image/png', sha256: 'x', caption: 'Lok' });
		await arrives(picture);
		const media = { type: 'image', image: { id, mime_type: 'image/png', sha256: 'x', caption: 'Look' } };
		await arrives(
			reaction(wamid(), picture.id, '👍'),
			edit(wamid(), picture.id, media, { timestamp: '1769860900' }),
		);
		expect(await eventOf('message.edited')).toMatchObject({ type: 'image', content: 'Look' });
		expect(
			receiver.requests
				.map((one) => one.at('event'))
				.filter((kind) => ['message.received', 'message.reaction', 'message.edited'].includes(String(kind))),
		).toEqual(['message.received', 'message.reaction', 'message.edited']);
	});

	it('apply only to messages of the same chat, and edits and deletions only to those of the person', async () => {
		const other = text('Of another', { from: '16505559999' });
		const { networkId } = await sent();
		await arrives(other);
		await arrives(
			reaction(wamid(), other.id, '👍'),
			edit(wamid(), other.id, 'Mine'),
			revoke(wamid(), other.id),
			reaction(wamid(), 'wamid.unknown', '👍'),
			edit(wamid(), networkId, 'Mine'),
			revoke(wamid(), networkId),
		);
		await published();
		const kinds = new Set(receiver.requests.map((one) => one.at('event')));
		for (const kind of ['message.reaction', 'message.edited', 'message.deleted']) {
			expect(kinds).not.toContain(kind);
		}
	});
});

describe('messages that the owner writes in the WhatsApp Business app', () => {
	it('are echoes, reported once', async () => {
		const echo = echoed(wamid(), 'text', { body: 'From my phone' });
		await notify(echoes(echo));
		await notify(echoes(echo));
		expect(await eventOf('message.echo')).toMatchObject({
			chatId: CHAT,
			to: PHONE,
			senderId: OWN_CHAT,
			isFromMe: true,
			source: 'phone',
			type: 'text',
			content: 'From my phone',
		});
		await published();
		expect(events('message.echo')).toHaveLength(1);
		expect(await history()).toContainEqual(
			expect.objectContaining({ direction: 'outbound', content: 'From my phone', status: 'sent' }),
		);
	});

	it('can have a file, and reply', async () => {
		const question = text('A picture?');
		await arrives(question);
		const { messageId } = await eventOf('message.received', 'A picture?');
		const id = await meta.media('image/png', PNG);
		const part = { id, mime_type: 'image/png', sha256: 'x', caption: 'Here' };
		await notify(echoes(echoed(wamid(), 'image', part, { context: { from: PHONE, id: question.id } })));
		expect(await eventOf('message.echo')).toMatchObject({
			type: 'image',
			content: 'Here',
			quotedMessageId: messageId,
		});
	});

	it('can be edited, deleted and reacted to by the owner', async () => {
		const echo = echoed(wamid(), 'text', { body: 'Helo' });
		const own = { from: '15550783881', to: PHONE, timestamp: '1769860900' };
		await notify(
			echoes(
				echo,
				edit(wamid(), echo.id, 'Hello', own),
				reaction(wamid(), echo.id, '👍', own),
				revoke(wamid(), echo.id, own),
			),
		);
		const { messageId } = await eventOf('message.echo');
		expect(await eventOf('message.edited')).toMatchObject({ ...OWNER, messageId, content: 'Hello' });
		expect(await eventOf('message.reaction')).toMatchObject({ ...OWNER, messageId, emoji: '👍' });
		expect(await eventOf('message.deleted')).toMatchObject({ ...OWNER, messageId });
	});

	it('can be to a person without a phone number', async () => {
		const to = { to: undefined, to_user_id: 'US.13491208655302741918' };
		await notify(echoes(echoed(wamid(), 'text', { body: 'Hello' }, to)));
		expect(await eventOf('message.echo')).toMatchObject({
			chatId: 'US.13491208655302741918@bsuid',
			to: null,
		});
	});
});
