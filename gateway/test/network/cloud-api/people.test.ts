import { describe, expect, it } from '@jest/globals';
import {
	arrived,
	arrivedFrom,
	ofNumber,
	status,
	statuses,
	systemMessages,
	webhook,
	written,
} from '../../cloud-api-server/payloads.ts';
import { sendText } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../support/official/official-suite.ts';

let counter = 0;
const wamid = (): string => `wamid.people${(counter += 1)}`;
const text = (body: string, more = {}) => written(wamid(), 'text', { body }, more);
/** Returns another person each time, with one id of each kind. */
const person = () => {
	counter += 1;
	const phone = `1650777${String(counter).padStart(4, '0')}`;
	return {
		phone,
		bsuid: `US.${phone}99`,
		chatId: `${phone}@s.whatsapp.net`,
		hiddenId: `US.${phone}99@bsuid`,
	};
};

useOfficialInstance({ events: ['message.received', 'contact.updated'] });

const notify = async (payload: unknown): Promise<void> => {
	expect((await meta.notify(payload)).status).toBe(200);
};
const received = async (content: string) => {
	const event = await receiver.find(content, (one) => one.at('data.content') === content);
	return event.at('data') as Record<string, unknown>;
};
const joins = () =>
	receiver.requests.filter(
		(one) => one.at('event') === 'contact.updated' && (one.at('data.changed') as string[]).includes('ids'),
	);
const contentsOf = async (chatId: string) => {
	const answer = await gateway.get(
		`/v1/messages?instanceId=${instanceId}&chatId=${encodeURIComponent(chatId)}`,
	);
	return (answer.at('data') as { content: string }[]).map(({ content }) => content).reverse();
};

describe('people with two ids at Meta', () => {
	it('are one person once a message names a phone number and a BSUID', async () => {
		const { phone, bsuid, chatId, hiddenId } = person();
		await notify(webhook(arrivedFrom({ bsuid }, text('First'))));
		expect(await received('First')).toMatchObject({ chatId: hiddenId, from: null });
		await notify(webhook(arrivedFrom({ bsuid, phone }, text('Second'))));
		expect(await received('Second')).toMatchObject({ chatId, from: phone });
		expect(await contentsOf(chatId)).toEqual(['First', 'Second']);
		// The number is hidden again: the chat stays the same.
		await notify(webhook(arrivedFrom({ bsuid }, text('Third'))));
		expect(await received('Third')).toMatchObject({ chatId, from: phone });
		expect(joins()).toHaveLength(1);
	});

	it('can reply to a message from before their ids were joined', async () => {
		const { phone, bsuid } = person();
		const first = text('Early');
		await notify(webhook(arrivedFrom({ bsuid }, first)));
		const { messageId } = await received('Early');
		await notify(webhook(arrivedFrom({ bsuid, phone }, text('Joined'))));
		await notify(webhook(arrivedFrom({ bsuid }, text('Late', { context: { id: first.id } }))));
		expect(await received('Late')).toMatchObject({ quotedMessageId: messageId });
	});

	it.each([
		[
			'a status of a sent message',
			({ phone, bsuid }: ReturnType<typeof person>) =>
				webhook(
					statuses(status('wamid.other', 'delivered', { recipient_id: phone, recipient_user_id: bsuid })),
				),
		],
		[
			'preferences',
			({ phone, bsuid }: ReturnType<typeof person>) =>
				ofNumber('user_preferences', {
					user_preferences: [{ wa_id: phone, user_id: bsuid, category: 'marketing_messages', value: 'stop' }],
				}),
		],
		[
			'an id that changed',
			({ phone, bsuid }: ReturnType<typeof person>) =>
				ofNumber('user_id_update', {
					user_id_update: [{ wa_id: phone, user_id: { previous: bsuid, current: `${bsuid}9` } }],
				}),
		],
		[
			'a number that changed',
			({ phone, bsuid }: ReturnType<typeof person>) =>
				webhook(
					systemMessages(
						written(
							wamid(),
							'system',
							{
								type: 'user_changed_number',
								body: 'Ada changed her number',
								wa_id: phone,
								user_id: `${bsuid}9`,
								previous_user_id: bsuid,
							},
							{ from: '16505550000' },
						),
					),
				),
		],
	])('are one person by %s', async (_what, payload) => {
		const someone = person();
		await notify(webhook(arrivedFrom({ bsuid: someone.bsuid }, text('Before'))));
		await received('Before');
		await notify(payload(someone));
		expect(await contentsOf(someone.chatId)).toEqual(['Before']);
		expect(await contentsOf(someone.hiddenId)).toEqual(['Before']);
	});

	it('with a changed BSUID and no number keep their chat', async () => {
		const { bsuid, hiddenId } = person();
		await notify(webhook(arrivedFrom({ bsuid }, text('Before'))));
		await received('Before');
		const system = { type: 'user_changed_user_id', body: 'x', user_id: `${bsuid}9`, previous_user_id: bsuid };
		await notify(webhook(systemMessages(written(wamid(), 'system', system, { from: undefined }))));
		expect(await contentsOf(`${bsuid}9@bsuid`)).toEqual(['Before']);
		expect(await contentsOf(hiddenId)).toEqual(['Before']);
	});

	it('are not joined because a list names only one of two senders', async () => {
		const [ada, alan] = [person(), person()];
		const contacts = [{ profile: { name: 'Ada' }, wa_id: ada.phone, user_id: ada.bsuid }];
		const messages = [text('Of Ada', { from: ada.phone }), text('Of Alan', { from: alan.phone })];
		await notify(webhook({ ...arrived(messages), contacts }));
		await notify(webhook(arrivedFrom({ bsuid: ada.bsuid }, text('Again'))));
		expect(await received('Again')).toMatchObject({ chatId: ada.chatId });
		expect(await contentsOf(alan.chatId)).toEqual(['Of Alan']);
	});

	it('are written to by the phone number once it is known', async () => {
		const { phone, bsuid, hiddenId } = person();
		await notify(webhook(arrivedFrom({ bsuid }, text('Hello'))));
		await received('Hello');
		await notify(webhook(arrivedFrom({ bsuid, phone }, text('It is me'))));
		const id = await sendText(gateway, instanceId, hiddenId, 'Hi');
		await reached(gateway, id, 'sent');
		expect((await meta.requests('messages')).at(-1)?.body).toMatchObject({ to: phone });
	});
});

describe('names of people at Meta', () => {
	it('include the username', async () => {
		const { bsuid, hiddenId } = person();
		await notify(webhook(arrivedFrom({ bsuid, name: 'Grace', username: 'grace_h' }, text('Hello'))));
		await received('Hello');
		const contacts = await gateway.get(`/v1/contacts?instanceId=${instanceId}`);
		expect(contacts.at('data')).toContainEqual(
			expect.objectContaining({ id: hiddenId, username: 'grace_h' }),
		);
	});

	it('are those saved in the WhatsApp Business app', async () => {
		const { phone } = person();
		const contact = { full_name: 'Grace Hopper', first_name: 'Grace', phone_number: `+${phone}` };
		const metadata = { timestamp: '1769860800' };
		const entry = { type: 'contact', contact, action: 'add', metadata };
		await notify(ofNumber('smb_app_state_sync', { state_sync: [entry] }));
		await notify(webhook(arrived([text('Hello', { from: phone })], { [phone]: 'amazing_grace' })));
		expect(await received('Hello')).toMatchObject({ contactName: 'Grace Hopper' });
	});
});
