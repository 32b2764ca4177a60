import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { receiveMessage } from '../operations/fixture.ts';
import { ACTION_NODE, loadedPackage, nodeTypes } from '../support/loadedPackage.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];

beforeAll(async () => {
	await loadedPackage.loadAll();
});

beforeEach(() => {
	({ fixture, n8n, sendQuestion, getSentContents } = questionTest());
});

describe("n8n's human-in-the-loop tool", () => {
	it('supports the node, which has a webhook and an operation of the required name', () => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION_NODE, 2);
		const operations = description.properties.filter(({ name }) => name === 'operation');
		const supporting = operations.filter(({ options }) =>
			options?.some((option) => 'value' in option && option.value === SEND_AND_WAIT_OPERATION),
		);

		expect(description.webhooks).toHaveLength(1);
		expect(supporting.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual([['message']]);
		const labels = description.properties.find(({ name }) => name === 'approvalOptions');
		expect(labels?.displayOptions?.show?.responseType).toEqual(['approval']);
	});

	it('receives whether its request is approved', async () => {
		// The parameters that n8n's tool sets and hides.
		const hidden = { resource: 'message', operation: 'sendAndWait', responseType: 'approval' };
		const message = 'The agent wants to run this tool: {{ $json.tool }}';
		await sendQuestion({ ...hidden, message: `=${message}` }, [
			{ json: { tool: 'refund', toolCallId: 'call_1' } },
		]);
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'no' });

		expect((await end).items[0]?.json).toMatchObject({ approved: false, data: { approved: false } });
		expect(await getSentContents(BOSS)).toContain(
			'The agent wants to run this tool: refund\n\n1. Yes\n2. No',
		);
	});
});
