import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import { receiveMessage } from '../operations/fixture.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];
let getSentContents: QuestionTest['getSentContents'];

beforeEach(() => {
	({ fixture, n8n, sendQuestion, getSentContents } = questionTest());
});

describe('the choices of an expression', () => {
	it('are the texts of a list', async () => {
		await sendQuestion({ responseType: 'choice', choices: '={{ ["Morning", 18, null, "Morning"] }}' });

		expect(await getSentContents(BOSS)).toContain('May we order?\n\n1. Morning\n2. 18');
	});

	it('are refused when they are objects, of which nobody could read anything', async () => {
		const before = await getSentContents(BOSS);

		const { error } = await sendQuestion({
			responseType: 'choice',
			choices: '={{ [{ name: "Morning" }, { name: "Evening" }] }}',
		});

		expect(error).toMatchObject({ message: 'Choices: an entry of the list is no text' });
		expect(await getSentContents(BOSS)).toEqual(before);
	});
});

describe('Response Type Choice or Approval', () => {
	const choices: INodeParameters = { responseType: 'choice', choices: 'Morning, Afternoon, Evening' };

	it.each([
		['afternoon.', 'Afternoon'],
		['3', 'Evening'],
		[' MORNING ', 'Morning'],
	])('matches "%s" with %s', async (content, choice) => {
		await sendQuestion(choices);
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content });

		expect((await end).items).toMatchObject([
			{ json: { choice, text: content, data: { choice, text: content } } },
		]);
		expect(await getSentContents(BOSS)).toContain('May we order?\n\n1. Morning\n2. Afternoon\n3. Evening');
	});

	it.each([
		["I don't know", 'I don’t know', 'an apostrophe of a phone'],
		['Café', 'Cafe\u0301', 'an accent that is a character of its own'],
		['Yes', '\u200fYes\u200e!', 'marks of the writing direction'],
		['👍', '👍🏽', 'a skin tone'],
		['❤', '❤\ufe0f', 'the colored form of an emoji'],
		['はい', 'はい。', 'a full stop of another script'],
	])('matches the choice %s with the answer %s: %s', async (choice, content) => {
		await sendQuestion({ responseType: 'choice', choices: `Never, ${choice}` });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content });

		expect((await end).items).toMatchObject([{ json: { choice, text: content } }]);
	});

	it('sends the question again once for another answer, and accepts the next answer', async () => {
		await sendQuestion({ ...choices, options: { askAgainMessage: 'One of these, please:' } });
		const answer = n8n.nextResponseStatus();
		await receiveMessage(fixture, { from: BOSS, content: 'At night' });
		expect(await answer).toBe(200);

		const again = 'One of these, please:\n1. Morning\n2. Afternoon\n3. Evening';
		await until('the question', async () => (await getSentContents(BOSS)).includes(again));

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'evening' });
		expect((await end).items).toMatchObject([{ json: { choice: 'Evening' } }]);
		expect((await getSentContents(BOSS)).filter((content) => content === again)).toHaveLength(1);
	});

	it('does not send the question again when Ask Again is disabled', async () => {
		const before = (await getSentContents(BOSS)).length;
		await sendQuestion({ ...choices, options: { askAgain: false, showChoices: false } });
		const answer = n8n.nextResponseStatus();
		await receiveMessage(fixture, { from: BOSS, content: 'At night' });
		await answer;

		expect((await getSentContents(BOSS)).slice(0, -before)).toEqual(['May we order?']);
	});

	it.each([
		['yes', true],
		['No!', false],
		['2', false],
	])('returns whether the answer approves: %s', async (content, approved) => {
		await sendQuestion({ responseType: 'approval' });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content });

		expect((await end).items).toMatchObject([{ json: { approved, data: { approved } } }]);
	});

	it('accepts the labels of the form', async () => {
		await sendQuestion({
			responseType: 'approval',
			approvalOptions: { values: { approveLabel: 'Freigeben', declineLabel: 'Ablehnen' } },
		});
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'freigeben' });

		expect((await end).items).toMatchObject([{ json: { approved: true, text: 'freigeben' } }]);
	});

	it('asks for approval by default', async () => {
		await sendQuestion({ responseType: undefined } as INodeParameters);
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'Yes' });

		expect((await end).items).toMatchObject([{ json: { data: { approved: true } } }]);
	});

	it('fails when the labels of an approval are equal', async () => {
		const approvalOptions = { values: { approveLabel: 'OK', declineLabel: 'ok.' } };
		expect((await sendQuestion({ responseType: 'approval', approvalOptions })).error).toMatchObject({
			message: 'The labels of the approval are equal',
		});
	});

	it('fails without choices', async () => {
		expect((await sendQuestion({ responseType: 'choice', choices: ' , ' })).error).toMatchObject({
			message: 'No choices entered',
		});
	});
});
