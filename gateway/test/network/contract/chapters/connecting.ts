import { describe, expect, it } from '@jest/globals';
import { startTestGateway } from '../../../support/gateway.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import type { ContractContext } from '../contract-context.ts';

/** Connect, QR code, scan, logout, reconnect. */
export function connecting(context: ContractContext): void {
	const { method } = context.network;

	describe('connecting', () => {
		if (method === 'qrcode') {
			it('shows and publishes a QR code, and connects once it is scanned', async () => {
				const instance = await context.created();
				const path = `/v1/instances/${instance.id}`;
				const answer = await context.gateway.post(`${path}/connect`, context.world.connectRequest);
				expect([answer.status, answer.at('status')]).toEqual([200, 'qr_pending']);
				const qrCode = answer.text('qrCode');
				expect(qrCode).toMatch(/^data:image\/png;base64,/);
				expect(scannedText(qrCode)).toMatch(/./);
				expect(Date.parse(answer.text('qrCodeExpiresAt'))).toBeGreaterThan(0);
				const event = await instance.event('instance.qr_updated');
				expect(event.at('data')).toEqual({
					instanceId: instance.id,
					qrCode,
					expiresAt: answer.at('qrCodeExpiresAt'),
				});
				expect((await context.gateway.get(`${path}/qrcode`)).at('data.qrCode')).toBe(qrCode);

				await instance.end.complete(qrCode);
				await instance.is('connected');
				const connected = await instance.event('instance.connected');
				const status = await context.gateway.get(`${path}/status`);
				expect(status.at('data.phone')).toMatch(/^\d{7,15}$/);
				expect(status.at('data.qrCode')).toBeNull();
				expect(connected.at('data')).toEqual({
					instanceId: instance.id,
					phone: status.at('data.phone'),
					profileName: status.at('data.profileName'),
				});
				const none = await context.gateway.get(`${path}/qrcode`);
				expect([none.status, none.at('error.code')]).toEqual([409, 'already_connected']);
			});

			it('replaces and publishes an expired QR code, and accepts the new one', async () => {
				const { clock, expire } = context.network.expiringCodes?.() ?? {};
				if (clock === undefined || expire === undefined) throw new Error('Codes have to expire here.');
				const receiver = await startReceiver();
				const gateway = await startTestGateway({ clock, environment: context.world.settings });
				const request = { name: 'Shop', webhookUrl: receiver.url };
				const id = (await gateway.post('/v1/instances', request)).text('data.id');
				const path = `/v1/instances/${id}`;
				const first = await gateway.post(`${path}/connect`, context.world.connectRequest);
				const { qrCode } = (await receiver.count(1))[0]?.at('data') as { qrCode: string };
				expire();
				const event = await receiver.find('another QR code', (one) => one.at('data.qrCode') !== qrCode);
				const shown = await gateway.get(`${path}/qrcode`);
				expect(shown.at('data.qrCode')).not.toBe(first.at('qrCode'));
				expect(event.at('data')).toEqual({
					instanceId: id,
					qrCode: shown.at('data.qrCode'),
					expiresAt: shown.at('data.expiresAt'),
				});
				await context.world.endOf(gateway, id).complete(shown.text('data.qrCode'));
				await until(
					'the connection',
					async () => (await gateway.get(path)).at('data.status') === 'connected',
				);
				await receiver.close();
				await gateway.close();
			});
		} else {
			it('connects without a QR code, with the profile the operator knows', async () => {
				const instance = await context.created();
				const path = `/v1/instances/${instance.id}`;
				const answer = await context.gateway.post(`${path}/connect`, context.world.connectRequest);
				expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'connected' }]);
				const connected = await instance.event('instance.connected');
				const status = await context.gateway.get(`${path}/status`);
				expect(status.at('data.phone')).toMatch(/^\d{7,15}$/);
				expect(connected.at('data')).toEqual({
					instanceId: instance.id,
					phone: status.at('data.phone'),
					profileName: status.at('data.profileName'),
				});
				expect(instance.events('instance.qr_updated')).toEqual([]);
			});

			it('rejects unknown credentials and leaves the instance disconnected', async () => {
				const instance = await context.created();
				const request = context.world.wrongRequest ?? {};
				const answer = await context.gateway.post(`/v1/instances/${instance.id}/connect`, request);
				expect([answer.status, answer.at('error.code')]).toEqual([422, 'invalid_credentials']);
				expect(await instance.status()).toBe('disconnected');
				await instance.connect();
			});
		}

		it('reports the capabilities of the network', async () => {
			const instance = await context.connected();
			const shown = await context.gateway.get(`/v1/instances/${instance.id}/status`);
			expect(new Set(shown.at('data.capabilities') as string[])).toEqual(context.network.capabilities);
			expect(shown.at('data.disconnectReason')).toBeNull();
		});

		it('is rejected when the instance is already connected', async () => {
			const instance = await context.connected();
			const path = `/v1/instances/${instance.id}/connect`;
			const answer = await context.gateway.post(path, context.world.connectRequest);
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_already_connected']);
		});

		it('ends with a reason when the owner ends the session, and can be repeated', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const reason = await instance.end.endSession();
			await instance.is('disconnected');
			const event = await instance.event('instance.disconnected');
			expect(event.at('data')).toMatchObject({ instanceId: instance.id, reason });
			const shown = await context.gateway.get(`/v1/instances/${instance.id}/status`);
			expect(shown.at('data.disconnectReason')).toBe(reason);
			const request = { instanceId: instance.id, to: phone, message: 'Hello' };
			const refused = await context.gateway.post('/v1/messages/send', request);
			expect([refused.status, refused.at('error.code')]).toEqual([409, 'instance_disconnected']);
			await instance.connect();
			await until('both connections', () => instance.events('instance.connected').length === 2);
		});

		it('ends when a client disconnects, and can be repeated', async () => {
			const instance = await context.connected();
			await context.gateway.post(`/v1/instances/${instance.id}/disconnect`);
			const event = await instance.event('instance.disconnected');
			expect(event.at('data.reason')).toBe('user_request');
			await instance.connect();
		});

		it('is not needed after a restart of the gateway', async () => {
			const instance = await context.connected();
			await context.restart();
			await instance.is('connected');
			if (method === 'official') await instance.end.complete(null);
			const phone = context.world.person();
			const messageId = await instance.send(phone, 'Back again');
			await instance.end.received(phone, 'Back again');
			await instance.event('message.sent', messageId);
			expect(instance.events('instance.qr_updated').length).toBe(method === 'qrcode' ? 1 : 0);
		});

		it('reconnects after a dropped connection, and sends what was accepted meanwhile once', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			await instance.end.drop();
			const messageId = await instance.send(phone, 'After the drop');
			await instance.event('message.sent', messageId);
			await instance.end.received(phone, 'After the drop');
			await instance.is('connected');
			expect(instance.events('instance.disconnected')).toEqual([]);
		});
	});
}
