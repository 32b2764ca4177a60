import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, statusOf, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { connectOfficial, officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { until } from '../../../support/until.ts';

const PHONE = '16505551234';
const OTHER_PHONE = '16505559876';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Meta's answer that it takes nothing for an hour. */
const LIMITED = { on: 'messages', times: 1, status: 429, code: 130429, retryAfter: HOUR / 1000 } as const;

describe('a message that waits while Meta limits the rate of the account', () => {
	let meta: CloudApi;
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;

	beforeEach(async () => {
		meta = await startCloudApi();
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		instanceId = await officialInstance(gateway);
	});
	afterEach(async () => {
		await gateway.close();
		await meta.close();
	});

	const textsAtMeta = async () => (await meta.requests('messages')).map(({ body }) => at(body, 'text.body'));
	const arrives = (count: number) =>
		until(`${count} messages at Meta`, async () => (await textsAtMeta()).length === count);
	/** Resolves when one more message waits for the end of Meta's pause, which has just begun. */
	const oneMoreWaits = async (cause: () => Promise<unknown>): Promise<void> => {
		const waiting = () => clock.pending().filter((time) => time === clock.now() + HOUR).length;
		const before = waiting();
		await cause();
		await until('the message to wait', () => waiting() > before);
	};
	/** Resolves when the next try of a refused message is due, which waits for the end of Meta's pause. */
	const isRefused = (): Promise<unknown> =>
		until('the next try to wait', () => {
			clock.advance(100);
			return clock.pending().some((time) => time > clock.now() + HOUR / 2 && time <= clock.now() + HOUR);
		});
	const reaches = (id: string, wanted: string) =>
		until(`the message to be ${wanted}`, async () => {
			clock.advance(1000);
			return at(await statusOf(gateway, id), 'status') === wanted;
		});

	it('can be cancelled', async () => {
		await meta.fail(LIMITED);
		await sendText(gateway, instanceId, PHONE, 'The first');
		await arrives(1);
		let id = '';
		await oneMoreWaits(async () => {
			id = await sendText(gateway, instanceId, OTHER_PHONE, 'Cancelled');
		});
		expect((await gateway.delete(`/v1/messages/${id}`)).status).toBe(200);
		clock.advance(HOUR);
		const next = await sendText(gateway, instanceId, OTHER_PHONE, 'The next one');
		await reaches(next, 'sent');
		expect(await textsAtMeta()).not.toContain('Cancelled');
	});

	it('can be cancelled after Meta refused it', async () => {
		await meta.fail(LIMITED);
		const id = await sendText(gateway, instanceId, PHONE, 'Refused');
		await arrives(1);
		await isRefused();
		await until('its cancellation', async () => (await gateway.delete(`/v1/messages/${id}`)).status === 200);
		clock.advance(HOUR);
		const next = await sendText(gateway, instanceId, PHONE, 'The next one');
		await reaches(next, 'sent');
		expect(await textsAtMeta()).toEqual(['Refused', 'The next one']);
	});

	it('cannot be cancelled when Meta did not answer before', async () => {
		await meta.fail({ on: 'messages', times: 1, cut: true });
		const id = await sendText(gateway, instanceId, PHONE, 'Maybe there');
		await arrives(1);
		await meta.fail(LIMITED);
		await until('the second try', async () => {
			clock.advance(1000);
			return (await textsAtMeta()).length === 2;
		});
		await isRefused();
		const answer = await gateway.delete(`/v1/messages/${id}`);
		expect(answer.at('error.code')).toBe('message_being_sent');
		clock.advance(HOUR);
		await reaches(id, 'sent');
	});

	it('is not sent once it has expired', async () => {
		await meta.fail({ on: 'messages', times: 1, status: 503, code: 131016 });
		const id = await sendText(gateway, instanceId, PHONE, 'Too late');
		await arrives(1);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		clock.advance(24 * HOUR - 20 * MINUTE);
		await meta.fail(LIMITED);
		await connectOfficial(gateway, instanceId);
		await arrives(2);
		// Its retry, which begins before the message is 24 hours old.
		clock.advance(10_000);
		clock.advance(50 * MINUTE);
		await reaches(id, 'failed');
		clock.advance(10 * MINUTE);
		const next = await sendText(gateway, instanceId, PHONE, 'The next one');
		await reaches(next, 'sent');
		expect(await textsAtMeta()).toEqual(['Too late', 'Too late', 'The next one']);
	});
});
