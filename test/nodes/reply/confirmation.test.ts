import { beforeEach, describe, expect, it } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import { receiveMessage } from '../operations/fixture.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];
let listWebhooks: QuestionTest['listWebhooks'];

beforeEach(() => {
	({ fixture, n8n, sendQuestion, getSentContents, listWebhooks } = questionTest());
});

async function answer(content: string): Promise<void> {
	const end = n8n.nextEnd();
	await receiveMessage(fixture, { from: BOSS, contactName: 'Ada', content });
	await end;
}

/** Waits for the last message to the boss that is not in `earlier`. */
async function nextSent(earlier: number): Promise<unknown> {
	return await until('the confirmation', async () => {
		const contents = await getSentContents(BOSS);
		return contents.length > earlier && contents[0];
	});
}

describe('Confirm the Answer', () => {
	it.each([
		['Yes', {}, 'Approved by Ada'],
		['No', {}, 'Declined by Ada'],
		['No', { declinedText: '{name} said {answer}, {name}!' }, 'Ada said No, Ada!'],
	])('writes the outcome of an approval: %s', async (content, values, confirmation) => {
		await sendQuestion({ responseType: 'approval', options: { confirmation: { values } } });
		const earlier = (await getSentContents(BOSS)).length;
		await answer(content);

		expect(await nextSent(earlier)).toBe(confirmation);
	});

	it('takes a number from an expression as its digits', async () => {
		const values = { approvedText: '={{ 4711 }}' };
		await sendQuestion({ responseType: 'approval', options: { confirmation: { values } } });
		const earlier = (await getSentContents(BOSS)).length;
		await answer('Yes');

		expect(await nextSent(earlier)).toBe('4711');
	});

	it('fails before the question for a text that is a list', async () => {
		const values = { approvedText: '={{ [1, 2] }}' };
		const options = { confirmation: { values } };
		const { error, waitTill } = await sendQuestion({ responseType: 'approval', options });

		expect(error).toMatchObject({ message: 'Approved Text is not a text' });
		expect(waitTill).toBeUndefined();
	});

	it('writes the choice', async () => {
		const options = { confirmation: { values: {} } };
		await sendQuestion({ responseType: 'choice', choices: 'Red, Green', options });
		const earlier = (await getSentContents(BOSS)).length;
		await answer('2');

		expect(await nextSent(earlier)).toBe('Ada answered: Green');
	});

	it('writes nothing by default', async () => {
		await sendQuestion({ responseType: 'approval' });
		const earlier = (await getSentContents(BOSS)).length;
		await answer('Yes');
		await until('the deletion of the webhook', async () => (await listWebhooks()).length === 0);

		expect(await getSentContents(BOSS)).toHaveLength(earlier);
	});

	it('writes once, after n8n has accepted the answer', async () => {
		await sendQuestion({ responseType: 'approval', options: { confirmation: { values: {} } } });
		const earlier = (await getSentContents(BOSS)).length;
		n8n.acceptsExecutions = false;
		const failed = n8n.nextResponseStatus();
		await receiveMessage(fixture, { from: BOSS, contactName: 'Ada', content: 'Yes' });
		expect(await failed).toBe(500);
		expect(await getSentContents(BOSS)).toHaveLength(earlier);
		n8n.acceptsExecutions = true;

		await answer('Yes');
		expect(await nextSent(earlier)).toBe('Approved by Ada');
		await until('the deletion of the webhook', async () => (await listWebhooks()).length === 0);
		expect(await getSentContents(BOSS)).toHaveLength(earlier + 1);
	});
});
