import { describe, expect, it } from '@jest/globals';
import { arrived, arrivedFrom, status, statuses, webhook, written } from '../../cloud-api-server/payloads.ts';
import { sendText } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../support/official/official-suite.ts';

const BSUID = 'US.13491208655302741918';
const CHAT = `${BSUID}@bsuid`;
const PHONE = '16505551234';

let counter = 0;
const wamid = (): string => `wamid.person${(counter += 1)}`;
const text = (body: string, more = {}) => written(wamid(), 'text', { body }, more);

useOfficialInstance();

const notify = async (payload: unknown): Promise<void> => {
	expect((await meta.notify(payload)).status).toBe(200);
};
const received = async (content: string) => {
	const event = await receiver.find(content, (one) => one.at('data.content') === content);
	return event.at('data') as Record<string, unknown>;
};
const sends = async () => (await meta.requests('messages')).filter(({ wamid: id }) => id !== undefined);

describe('messages of a sender without a phone number', () => {
	it.each([
		['a name', { name: 'Grace', username: 'grace_h' }, 'Grace'],
		['a username only', { username: 'grace_h' }, 'grace_h'],
		['nothing', {}, null],
	])('carry the BSUID and %s of the sender', async (_what, profile, contactName) => {
		await notify(webhook(arrivedFrom({ bsuid: BSUID, ...profile }, text('Hello'))));
		expect(await received('Hello')).toMatchObject({
			chatId: CHAT,
			senderId: CHAT,
			from: null,
			contactName,
			isGroup: false,
		});
	});

	it.each([
		['as the sender', { from: BSUID }],
		['beside an empty phone', { from: '', from_user_id: BSUID }],
		['beside digits that are no phone', { from: '0000', from_user_id: BSUID }],
		['as a parent id', { from_user_id: 'US.ENT.11815799212886844830' }],
	])('carry the BSUID given %s', async (_what, ids) => {
		await notify(webhook({ ...arrived([{ ...text('Hello'), from: undefined, ...ids }]), contacts: [] }));
		const { chatId, from } = await received('Hello');
		expect([String(chatId).endsWith('@bsuid'), from]).toEqual([true, null]);
	});

	it('can be answered by BSUID', async () => {
		await notify(webhook(arrivedFrom({ bsuid: BSUID }, text('Hello'))));
		const { chatId, messageId } = await received('Hello');
		const id = await sendText(gateway, instanceId, String(chatId), 'Hi', { quotedMessageId: messageId });
		await reached(gateway, id, 'sent');
		const { body, violation, wamid: known = '' } = (await sends()).at(-1) ?? { body: null };
		expect(violation).toBeNull();
		expect(body).toMatchObject({ recipient: BSUID, recipient_type: 'individual', text: { body: 'Hi' } });
		expect(at(body, 'to')).toBeUndefined();
		expect(at(body, 'context.message_id')).toMatch(/^wamid\./);
		const read = status(known, 'read', { recipient_id: undefined, recipient_user_id: BSUID });
		await notify(webhook(statuses(read)));
		await reached(gateway, id, 'read');
	});

	it('can contain files', async () => {
		const id = await meta.media('image/png', PNG);
		const picture = written(wamid(), 'image', { id, mime_type: 'image/png', sha256: 'x', caption: 'Look' });
		await notify(webhook(arrivedFrom({ bsuid: BSUID }, picture)));
		expect(await received('Look')).toMatchObject({ chatId: CHAT, from: null, type: 'image' });
	});

	it('carry the phone number when Meta sends both', async () => {
		await notify(webhook(arrivedFrom({ bsuid: BSUID, phone: PHONE, name: 'Grace' }, text('Hello'))));
		expect(await received('Hello')).toMatchObject({
			chatId: `${PHONE}@s.whatsapp.net`,
			senderId: `${PHONE}@s.whatsapp.net`,
			from: PHONE,
			contactName: 'Grace',
		});
	});

	it('fail to a LID, which belongs to the other network', async () => {
		const id = await sendText(gateway, instanceId, '123456789012345@lid', 'Hi');
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.code')).toBe('recipient_not_found');
		expect(await sends()).not.toContainEqual(expect.objectContaining({ body: { to: '123456789012345' } }));
	});
});

describe('replies through the Cloud API', () => {
	it('refer to received and to sent messages', async () => {
		const ours = await sendText(gateway, instanceId, PHONE, 'Tuesday?');
		await reached(gateway, ours, 'sent');
		const quotedWamid = (await sends()).at(-1)?.wamid;
		const context = { context: { from: '15550783881', id: quotedWamid } };
		const first = text('Yes', context);
		await notify(webhook(arrived([first])));
		const { messageId, quotedMessageId } = await received('Yes');
		expect(quotedMessageId).toBe(ours);
		await notify(webhook(arrived([text('Or Friday', { context: { from: PHONE, id: first.id } })])));
		expect((await received('Or Friday')).quotedMessageId).toBe(messageId);
	});

	it('refer to a message whose file is still being downloaded', async () => {
		const id = await meta.media('image/png', PNG);
		await meta.fail({ on: 'download', of: id, times: 1, status: 503 });
		const picture = written(wamid(), 'image', { id, mime_type: 'image/png', sha256: 'x', caption: 'Look' });
		await notify(webhook(arrived([picture])));
		await notify(webhook(arrived([text('Nice', { context: { from: PHONE, id: picture.id } })])));
		const { messageId } = await received('Look');
		expect((await received('Nice')).quotedMessageId).toBe(messageId);
	});

	it('do not refer to messages of another chat', async () => {
		const other = text('Hello', { from: '16505559999' });
		await notify(webhook(arrived([other])));
		await notify(webhook(arrived([text('Yes', { context: { id: other.id } })])));
		expect((await received('Yes')).quotedMessageId).toBeUndefined();
	});
});
