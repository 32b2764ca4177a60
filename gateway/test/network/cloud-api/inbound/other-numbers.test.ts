import { expect, describe, it } from '@jest/globals';
import { arrived, status, statuses, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { SECOND_NUMBER } from '../../../cloud-api-server/world.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { connectOfficial, officialInstance } from '../../../support/official/official.ts';
import { gateway, instanceId, meta, useOfficialInstance } from '../../../support/official/official-suite.ts';

const PHONE = '16505551234';
const METADATA = { display_phone_number: '15550783883', phone_number_id: SECOND_NUMBER };

useOfficialInstance();

const contents = async (id: string) =>
	((await gateway.get(`/v1/messages?instanceId=${id}&limit=100`)).at('data') as { content: string }[]).map(
		({ content }) => content,
	);
let counter = 0;
const text = (body: string) => written(`wamid.other${(counter += 1)}`, 'text', { body });
const logsOfUnknownNumbers = () => gateway.logged.filter((line) => line.includes('"phoneNumberIds"'));

describe('a webhook with events of several numbers', () => {
	it('is recorded for the instance of each number', async () => {
		const second = await officialInstance(gateway, {}, SECOND_NUMBER);
		const sent = await sendText(gateway, second, PHONE, 'Tuesday?');
		await reached(gateway, sent, 'sent');
		const wamid = (await meta.requests('messages')).at(-1)?.wamid ?? '';
		const payload = webhook(
			arrived([text('To the first')]),
			{ ...arrived([text('To the second')]), metadata: METADATA },
			{ ...statuses(status(wamid, 'read')), metadata: METADATA },
		);
		expect((await meta.notify(payload)).status).toBe(200);
		expect((await meta.notify(payload)).status).toBe(200);
		expect(await contents(instanceId)).toEqual(['To the first']);
		expect((await contents(second)).sort()).toEqual(['To the second', 'Tuesday?']);
		await reached(gateway, sent, 'read');
		expect(logsOfUnknownNumbers()).toEqual([]);
		await gateway.delete(`/v1/instances/${second}`);
	});

	it('is repeated by Meta when a change of another number waits for its message', async () => {
		const second = await officialInstance(gateway, {}, SECOND_NUMBER);
		const seconds = String(Math.trunc(Date.now() / 1000));
		const reaction = written(
			'wamid.early',
			'reaction',
			{ message_id: 'wamid.late', emoji: '👍' },
			{ timestamp: seconds },
		);
		const payload = webhook(arrived([text('Hello')]), { ...arrived([reaction]), metadata: METADATA });
		expect((await meta.notify(payload)).status).toBe(503);
		expect(await contents(instanceId)).toEqual(['Hello']);
		await gateway.delete(`/v1/instances/${second}`);
	});

	it('is repeated by Meta until the instance of another number is connected', async () => {
		const second = await officialInstance(gateway, {}, SECOND_NUMBER);
		await gateway.post(`/v1/instances/${second}/disconnect`);
		const payload = webhook(arrived([text('To the one that is connected')]), {
			...arrived([text('To the one that is not')]),
			metadata: METADATA,
		});
		expect((await meta.notify(payload)).status).toBe(503);
		await connectOfficial(gateway, second, SECOND_NUMBER);
		expect((await meta.notify(payload)).status).toBe(200);
		expect(await contents(second)).toEqual(['To the one that is not']);
		expect(await contents(instanceId)).toEqual(['To the one that is connected']);
		await gateway.delete(`/v1/instances/${second}`);
	});

	it('is recorded for the other numbers while the instance of the webhook is not connected', async () => {
		const second = await officialInstance(gateway, {}, SECOND_NUMBER);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		const payload = webhook({ ...arrived([text('To the second only')]), metadata: METADATA });
		expect((await meta.notify(payload)).status).toBe(200);
		expect(await contents(second)).toEqual(['To the second only']);
		await gateway.delete(`/v1/instances/${second}`);
	});
});
