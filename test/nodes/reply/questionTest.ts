import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import type { Fixture } from '../operations/fixture.ts';
import { createFixture, getData, locator } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import type { NodeRun } from '../support/runNode.ts';
import { WaitingN8n } from '../support/waitingN8n.ts';
import { deleteWebhooks, listWebhooks, type Webhook } from '../support/webhooks.ts';

export const BOSS = '491519000011';

/** A gateway and an n8n for the tests of Send and Wait. */
export interface QuestionTest {
	fixture: Fixture;
	n8n: WaitingN8n;
	/**
	 * Runs Send and Wait with a question to the boss, which any text answers unless the parameters say otherwise. `settings`:
	 * those of the node, such as its name.
	 */
	sendQuestion: (
		parameters?: INodeParameters,
		items?: INodeExecutionData[],
		settings?: Partial<INode>,
	) => Promise<NodeRun>;
	listWebhooks: () => Promise<Webhook[]>;
	/** Returns the contents of the messages sent to a phone, newest first. */
	getSentContents: (phone: string) => Promise<unknown[]>;
}

/** Registers the hooks that start and stop a gateway per file and an n8n per test, and returns access to both. */
export function setUpQuestionTest(): () => QuestionTest {
	let fixture: Fixture;
	let n8n: WaitingN8n;

	beforeAll(async () => {
		fixture = await createFixture(await startGateway());
	});

	afterAll(async () => {
		await fixture.gateway.stop();
	});

	beforeEach(async () => {
		n8n = new WaitingN8n(fixture.credential);
		await n8n.listen();
	});

	afterEach(async () => {
		expect(n8n.failures).toEqual([]);
		await n8n.close();
		await deleteWebhooks(fixture.gateway);
	});

	return () => ({
		fixture,
		n8n,
		listWebhooks: () => listWebhooks(fixture.gateway),
		sendQuestion: (parameters = {}, items, settings) =>
			n8n.run(
				{
					resource: 'message',
					operation: 'sendAndWait',
					...locator('instanceId', fixture.instanceId),
					...locator('to', `+${BOSS}`),
					message: 'May we order?',
					responseType: 'freeText',
					...parameters,
				},
				items,
				settings,
			),
		getSentContents: async (phone) => {
			const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${phone}&limit=100`;
			const messages = await getData<IDataObject[]>(fixture, path);
			return messages.filter(({ direction }) => direction === 'outbound').map(({ content }) => content);
		},
	});
}

/** Creates a group of the instance; the participants are no admins. */
export async function createGroup({ gateway, instanceId }: Fixture, participants: string[]): Promise<string> {
	const { body } = await gateway.request<{ data: { id: string } }>('POST', '/v1/groups', {
		instanceId,
		name: 'Board',
		participants,
	});
	return body.data.id;
}

/** Lets a person react to a message of the instance once it is sent; null takes the reaction back. */
export async function react(
	{ gateway, instanceId }: Fixture,
	messageId: string,
	emoji: string | null,
	from = BOSS,
): Promise<void> {
	await until('the sent message', async () => {
		const path = `/simulator/v1/instances/${instanceId}/messages/${messageId}/reaction`;
		return (await gateway.request('PUT', path, { from, emoji })).status === 200;
	});
}
