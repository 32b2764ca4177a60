import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { file, startFileServer } from '../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, statusOf, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { authorization, mediaOf, reached, storedFiles } from '../support/media.ts';
import { PDF, PNG } from '../support/sample-files.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';
import { until } from '../support/until.ts';

const TO = '4915112345678';
const HOUR = 3_600_000;

describe('the sweep of media', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;

	const start = async (latency: string) => {
		clock = createManualClock();
		const environment = { GATEWAY_SIMULATOR_LATENCY_MS: latency };
		gateway = await startTestGateway({ clock, environment });
		instanceId = await connectedInstance(gateway);
	};
	beforeEach(() => start('0,0,0'));
	afterEach(() => gateway.close());

	const advanceHours = (hours: number) => {
		clock.advance(hours * HOUR);
	};
	/** Sweeps until this many uploads are left. */
	const sweepTo = (count: number) =>
		sweptUntil(clock, `${count} uploads`, async () => (await uploads()).length === count);
	const upload = async () => {
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(PDF)]), 'a.pdf');
		const answer = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		return answer.text('data.mediaUrl');
	};
	const send = (mediaUrl: string, mediaType = 'document') =>
		gateway.post('/v1/messages/send', { instanceId, to: TO, mediaUrl, mediaType });
	const bytesOf = async (messageId: string) => {
		const answer = await mediaOf(gateway, messageId);
		return Buffer.from(await answer.arrayBuffer());
	};
	const uploads = async () =>
		(await storedFiles(gateway.folder)).filter((name) => name.startsWith('uploads/'));

	it('removes an upload after 24 hours, which cannot be sent from then on', async () => {
		await upload();
		advanceHours(0.2);
		const first = await upload();
		advanceHours(12);
		const second = await upload();
		advanceHours(11.9);
		await sweepTo(2);
		await reached(gateway, (await send(first)).text('messageId'), 'read');

		advanceHours(1);
		await sweepTo(1);
		const refused = await send(first);
		expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_media_url']);
		expect(refused.text('error.message')).toContain('kept for 24 hours');
		expect((await send(second)).status).toBe(202);
	});

	it('keeps the file of a message when its upload is removed', async () => {
		const messageId = (await send(await upload())).text('messageId');
		await reached(gateway, messageId, 'read');
		advanceHours(25);
		await sweepTo(0);
		expect((await bytesOf(messageId)).equals(PDF)).toBe(true);
		gateway = await gateway.restart();
		expect((await bytesOf(messageId)).equals(PDF)).toBe(true);
	});

	it('keeps an upload until the queued message that references it is sent', async () => {
		await gateway.close();
		await start(`${HOUR},0,0`);
		const mediaUrl = await upload();
		await upload();
		advanceHours(23.95);
		const messageId = (await send(mediaUrl)).text('messageId');
		await until('the send to start', () => clock.pending().includes(clock.now() + HOUR));
		advanceHours(0.1);
		await sweepTo(1);
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		advanceHours(1);
		await reached(gateway, messageId, 'read');
		expect((await bytesOf(messageId)).equals(PDF)).toBe(true);
		await sweepTo(0);
	});

	it('removes the files of a deleted instance, and keeps those that another instance shares', async () => {
		const files = await startFileServer();
		const picture = files.serve('/a.png', file(PNG, 'image/png'));
		const mediaUrl = await upload();
		const sent = [await send(picture, 'image'), await send(mediaUrl)];
		for (const answer of sent) await reached(gateway, answer.text('messageId'), 'read');
		const message = { from: TO, type: 'image', mediaUrl: picture };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		const other = await connectedInstance(gateway);
		const kept = await gateway.post('/v1/messages/send', {
			instanceId: other,
			to: TO,
			mediaUrl,
			mediaType: 'document',
		});
		await reached(gateway, kept.text('messageId'), 'read');
		expect(await storedFiles(gateway.folder)).toHaveLength(5);

		expect((await gateway.delete(`/v1/instances/${instanceId}`)).status).toBe(200);
		const names = await storedFiles(gateway.folder);
		expect(names.map((name) => name.split('/')[0]).sort()).toEqual([other, 'uploads']);
		expect((await bytesOf(kept.text('messageId'))).equals(PDF)).toBe(true);
		await files.close();
	});
});
