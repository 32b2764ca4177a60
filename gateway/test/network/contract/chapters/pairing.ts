import { describe, expect, it } from '@jest/globals';
import { actionOf, type ContractContext } from '../contract-context.ts';

/** Linking by a code that the owner types on the phone. */
export function pairing(context: ContractContext): void {
	if (!context.network.capabilities.has('pairing_codes')) return;

	describe('linking by a pairing code', () => {
		it('shows a code, refuses another one, and connects once it is typed', async () => {
			const instance = await context.created();
			const phone = context.world.person();
			const path = `/v1/instances/${instance.id}`;
			const answer = await context.gateway.post(`${path}/connect`, { method: 'pairing_code', phone });
			expect([answer.status, answer.at('status')]).toEqual([200, 'qr_pending']);
			const code = answer.text('pairingCode');
			expect(code).toMatch(/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/);
			expect(answer.at('qrCode')).toBeUndefined();
			expect((await context.gateway.get(`${path}/status`)).at('data.pairingCode')).toBe(code);

			const enter = actionOf(instance, 'enterPairingCode');
			expect(await enter(phone, code === '11111111' ? '22222222' : '11111111')).toBe(false);
			expect(await instance.status()).toBe('qr_pending');
			expect(await enter(phone, code)).toBe(true);
			await instance.is('connected');
			const status = await context.gateway.get(`${path}/status`);
			expect([status.at('data.phone'), status.at('data.pairingCode')]).toEqual([phone, null]);
			expect((await instance.event('instance.connected')).at('data.phone')).toBe(phone);
			expect(instance.events('instance.qr_updated')).toEqual([]);
		});
	});
}
