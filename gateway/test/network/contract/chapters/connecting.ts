import { describe, expect, it } from '@jest/globals';
import { startTestGateway } from '../../../support/gateway.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { until } from '../../../support/until.ts';
import type { Stage } from '../stage.ts';

/** Connect, QR code, scan, logout, reconnect. */
export function connecting(stage: Stage): void {
	const { method } = stage.network;

	describe('connecting', () => {
		if (method === 'qrcode') {
			it('shows and publishes a QR code, and connects once it is scanned', async () => {
				const actor = await stage.created();
				const path = `/v1/instances/${actor.id}`;
				const answer = await stage.gateway.post(`${path}/connect`, stage.world.connectRequest);
				expect([answer.status, answer.at('status')]).toEqual([200, 'qr_pending']);
				const qrCode = answer.text('qrCode');
				expect(qrCode).toMatch(/^data:image\/png;base64,/);
				expect(scannedText(qrCode)).toMatch(/./);
				expect(Date.parse(answer.text('qrCodeExpiresAt'))).toBeGreaterThan(0);
				const event = await actor.event('instance.qr_updated');
				expect(event.at('data')).toEqual({
					instanceId: actor.id,
					qrCode,
					expiresAt: answer.at('qrCodeExpiresAt'),
				});
				expect((await stage.gateway.get(`${path}/qrcode`)).at('data.qrCode')).toBe(qrCode);

				await actor.end.complete(qrCode);
				await actor.is('connected');
				const connected = await actor.event('instance.connected');
				const status = await stage.gateway.get(`${path}/status`);
				expect(status.at('data.phone')).toMatch(/^\d{7,15}$/);
				expect(status.at('data.qrCode')).toBeNull();
				expect(connected.at('data')).toEqual({
					instanceId: actor.id,
					phone: status.at('data.phone'),
					profileName: status.at('data.profileName'),
				});
				const none = await stage.gateway.get(`${path}/qrcode`);
				expect([none.status, none.at('error.code')]).toEqual([409, 'already_connected']);
			});

			it('replaces and publishes an expired QR code, and accepts the new one', async () => {
				const { clock, expire } = stage.network.expiringCodes?.() ?? {};
				if (clock === undefined || expire === undefined) throw new Error('Codes have to expire here.');
				const receiver = await startReceiver();
				const gateway = await startTestGateway({ clock, environment: stage.world.settings });
				const request = { name: 'Shop', webhookUrl: receiver.url };
				const id = (await gateway.post('/v1/instances', request)).text('data.id');
				const path = `/v1/instances/${id}`;
				const first = await gateway.post(`${path}/connect`, stage.world.connectRequest);
				await receiver.count(1);
				expire();
				const [, event] = await receiver.count(2);
				const shown = await gateway.get(`${path}/qrcode`);
				expect(shown.at('data.qrCode')).not.toBe(first.at('qrCode'));
				expect(event?.at('data')).toEqual({
					instanceId: id,
					qrCode: shown.at('data.qrCode'),
					expiresAt: shown.at('data.expiresAt'),
				});
				await stage.world.endOf(gateway, id).complete(shown.text('data.qrCode'));
				await until(
					'the connection',
					async () => (await gateway.get(path)).at('data.status') === 'connected',
				);
				await receiver.close();
				await gateway.close();
			});
		} else {
			it('connects without a QR code, with the profile the operator knows', async () => {
				const actor = await stage.created();
				const path = `/v1/instances/${actor.id}`;
				const answer = await stage.gateway.post(`${path}/connect`, stage.world.connectRequest);
				expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'connected' }]);
				const connected = await actor.event('instance.connected');
				const status = await stage.gateway.get(`${path}/status`);
				expect(status.at('data.phone')).toMatch(/^\d{7,15}$/);
				expect(connected.at('data')).toEqual({
					instanceId: actor.id,
					phone: status.at('data.phone'),
					profileName: status.at('data.profileName'),
				});
				expect(actor.events('instance.qr_updated')).toEqual([]);
			});

			it('rejects unknown credentials and leaves the instance disconnected', async () => {
				const actor = await stage.created();
				const request = stage.world.wrongRequest ?? {};
				const answer = await stage.gateway.post(`/v1/instances/${actor.id}/connect`, request);
				expect([answer.status, answer.at('error.code')]).toEqual([422, 'invalid_credentials']);
				expect(await actor.status()).toBe('disconnected');
				await actor.connect();
			});
		}

		it('reports the capabilities of the network', async () => {
			const actor = await stage.connected();
			const shown = await stage.gateway.get(`/v1/instances/${actor.id}/status`);
			expect(new Set(shown.at('data.capabilities') as string[])).toEqual(stage.network.capabilities);
			expect(shown.at('data.disconnectReason')).toBeNull();
		});

		it('is rejected when the instance is already connected', async () => {
			const actor = await stage.connected();
			const path = `/v1/instances/${actor.id}/connect`;
			const answer = await stage.gateway.post(path, stage.world.connectRequest);
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_already_connected']);
		});

		it('ends with a reason when the owner ends the session, and can be repeated', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const reason = await actor.end.endSession();
			await actor.is('disconnected');
			const event = await actor.event('instance.disconnected');
			expect(event.at('data')).toMatchObject({ instanceId: actor.id, reason });
			const shown = await stage.gateway.get(`/v1/instances/${actor.id}/status`);
			expect(shown.at('data.disconnectReason')).toBe(reason);
			const request = { instanceId: actor.id, to: phone, message: 'Hello' };
			const refused = await stage.gateway.post('/v1/messages/send', request);
			expect([refused.status, refused.at('error.code')]).toEqual([409, 'instance_disconnected']);
			await actor.connect();
			await until('both connections', () => actor.events('instance.connected').length === 2);
		});

		it('ends when a client disconnects, and can be repeated', async () => {
			const actor = await stage.connected();
			await stage.gateway.post(`/v1/instances/${actor.id}/disconnect`);
			const event = await actor.event('instance.disconnected');
			expect(event.at('data.reason')).toBe('user_request');
			await actor.connect();
		});

		it('is not needed after a restart of the gateway', async () => {
			const actor = await stage.connected();
			await stage.restart();
			await actor.is('connected');
			if (method === 'official') await actor.end.complete(null);
			const phone = stage.world.person();
			const messageId = await actor.send(phone, 'Back again');
			await actor.end.received(phone, 'Back again');
			await actor.event('message.sent', messageId);
			expect(actor.events('instance.qr_updated').length).toBe(method === 'qrcode' ? 1 : 0);
		});

		it('reconnects after a dropped connection, and sends what was accepted meanwhile once', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			await actor.end.drop();
			const messageId = await actor.send(phone, 'After the drop');
			await actor.event('message.sent', messageId);
			await actor.end.received(phone, 'After the drop');
			await actor.is('connected');
			expect(actor.events('instance.disconnected')).toEqual([]);
		});
	});
}
