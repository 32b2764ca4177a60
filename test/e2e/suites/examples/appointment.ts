import { describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { setUpExample } from '../../support/examples.ts';
import { receiveMessage, waitForReadMessage, type Message } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const CUSTOMER = '491700000053';
const DAY = 24 * 60 * 60_000;

export function appointmentSuite(playground: () => TestPlayground): void {
	describe('appointment with a reminder', () => {
		setUpExample(playground, 'appointment-with-reminder.json');

		test('offers times, confirms the chosen one and schedules a reminder for the day before', async () => {
			const { gateway, instanceId } = playground();
			const wish = await receiveMessage(playground(), CUSTOMER, 'appointment, please');
			const question = await waitForReadMessage(playground(), CUSTOMER, 'When would you like to come?', wish);
			const second = /^2\. (.+)$/m.exec(question.content)?.[1] ?? '';
			expect(second).toMatch(/14:00$/);

			const answer = await receiveMessage(playground(), CUSTOMER, '2');
			await waitForReadMessage(playground(), CUSTOMER, `See you on ${second}.`, answer);
			const reminder = await until({ what: 'the reminder', seconds: 30, everyMs: 100 }, async () => {
				const path = `/v1/messages?instanceId=${instanceId}&phone=${CUSTOMER}&scheduled=true`;
				const { data } = (await callGateway(gateway, 'GET', path)) as { data: Message[] };
				return data.find(({ content }) => content.startsWith(`We expect you tomorrow: ${second}.`));
			});
			expect(reminder.status).toBe('queued');
			const path = `/v1/messages/${reminder.messageId}`;
			const { data } = (await callGateway(gateway, 'GET', path)) as {
				data: { sendAt: string; metadata: { appointment: string } };
			};
			expect(Date.parse(data.metadata.appointment) - Date.parse(data.sendAt)).toBe(DAY);
			await callGateway(gateway, 'DELETE', path);
		});
	});
}
