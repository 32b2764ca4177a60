import { describe, expect, it } from '@jest/globals';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** Templates, approved and not. */
export function templates(context: ContractContext): void {
	const send = (instance: TestInstance, to: string, name: string, components?: object[]) =>
		context.gateway.post('/v1/messages/template', {
			instanceId: instance.id,
			to,
			template: { name, language: 'en_US', ...(components === undefined ? {} : { components }) },
		});

	describe('templates', () => {
		if (!context.network.capabilities.has('templates')) {
			it('are rejected with official_api_required', async () => {
				const instance = await context.connected();
				const listed = await context.gateway.get(`/v1/templates?instanceId=${instance.id}`);
				for (const answer of [await send(instance, context.world.person(), 'hello_world'), listed]) {
					expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_required']);
					expect(answer.text('error.message')).toContain('official');
				}
			});
			return;
		}

		it('are sent with their parameters and recorded with their text', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const parameters = ['Ada', '17'].map((text) => ({ type: 'text', text }));
			const answer = await send(instance, phone, 'order_update', [{ type: 'body', parameters }]);
			expect([answer.status, answer.at('status')]).toEqual([202, 'queued']);
			const event = await instance.event('message.sent', answer.text('messageId'));
			expect(event.at('data.content')).toBe('Hello Ada, there is news about your order 17.');
		});

		it.each([
			['no_such', 404, 'template_not_found'],
			['spring_sale', 409, 'template_not_approved'],
			['order_update', 400, 'invalid_template_params'],
		])('are rejected before they are accepted: %s', async (name, status, code) => {
			const instance = await context.connected();
			const answer = await send(instance, context.world.person(), name);
			expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		});
	});
}
