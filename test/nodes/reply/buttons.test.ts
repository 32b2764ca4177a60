import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { getData, getId, locator, receiveMessage } from '../operations/fixture.ts';
import { runNode } from '../support/runNode.ts';
import type { QuestionTest } from './questionTest.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

let fixture: QuestionTest['fixture'];
let n8n: QuestionTest['n8n'];
let sendQuestion: QuestionTest['sendQuestion'];

beforeEach(() => {
	({ fixture, n8n, sendQuestion } = questionTest());
	fixture = { ...fixture, instanceId: fixture.officialId };
});

interface Sent extends IDataObject {
	content: string;
	interactive?: {
		type: string;
		action: {
			buttons?: { reply: { id: string; title: string } }[];
			sections?: { rows: { id: string; title: string }[] }[];
		};
	};
}

/** Asks by the official API and returns the sent message. */
async function ask(parameters: Parameters<QuestionTest['sendQuestion']>[0]): Promise<Sent> {
	const run = await sendQuestion({ ...locator('instanceId', fixture.officialId), ...parameters });
	expect(run.error).toBeUndefined();
	return await getData<Sent>(fixture, `/v1/messages/${getId(run.items[0], 'messageId')}`);
}

function buttonsOf({ interactive }: Sent): { id: string; title: string }[] {
	const { buttons, sections } = interactive?.action ?? {};
	return sections?.[0]?.rows ?? buttons?.map(({ reply }) => reply) ?? [];
}

async function tap(button: { id: string; title: string } | undefined, kind = 'button'): Promise<void> {
	await receiveMessage(fixture, { from: BOSS, reply: { kind, ...button } });
}

describe('Buttons', () => {
	it('shows up to three choices as buttons, and accepts a tap', async () => {
		const sent = await ask({ responseType: 'approval' });
		expect(sent).toMatchObject({ content: 'May we order?', interactive: { type: 'button' } });
		const [yes, no] = buttonsOf(sent);
		expect([yes?.title, no?.title]).toEqual(['Yes', 'No']);

		const end = n8n.nextEnd();
		await tap(no);
		expect((await end).items).toMatchObject([{ json: { approved: false, text: 'No', type: 'text' } }]);
	});

	it('shows up to ten choices as a list', async () => {
		const choices = Array.from({ length: 10 }, (_row, index) => `Row ${index}`);
		const sent = await ask({ responseType: 'choice', choices: choices.join('\n') });
		expect(sent.interactive?.type).toBe('list');
		expect(buttonsOf(sent).map(({ title }) => title)).toEqual(choices);

		const end = n8n.nextEnd();
		await tap(buttonsOf(sent)[7], 'list');
		expect((await end).items).toMatchObject([{ json: { choice: 'Row 7', data: { choice: 'Row 7' } } }]);
	});

	it.each([
		['eleven choices', Array.from({ length: 11 }, (_row, index) => `Row ${index}`)],
		['a choice of 25 characters', ['x'.repeat(25), 'Other']],
	])('shows %s as a numbered list', async (_case, choices) => {
		const sent = await ask({ responseType: 'choice', choices: choices.join('\n') });

		expect(sent.interactive).toBeUndefined();
		expect(sent.content).toContain(`1. ${choices[0]}`);
	});

	it('shows a choice of 21 characters in a list', async () => {
		const sent = await ask({ responseType: 'choice', choices: `${'x'.repeat(21)}\nOther` });

		expect(sent.interactive?.type).toBe('list');
	});

	it('accepts typed answers, and asks again with buttons', async () => {
		const sent = await ask({ responseType: 'approval' });
		const response = n8n.nextResponseStatus();
		await receiveMessage(fixture, { from: BOSS, content: 'Perhaps' });
		expect(await response).toBe(200);
		const history = `/v1/messages?instanceId=${fixture.officialId}&phone=${BOSS}&limit=1`;
		const [again] = await getData<Sent[]>(fixture, history);
		expect(again).toMatchObject({ content: 'Please answer with one of these:' });
		expect(buttonsOf(again ?? { content: '' })).toEqual(buttonsOf(sent));

		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: '1' });
		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});

	it("ignores a tap on another question's button", async () => {
		const earlier = buttonsOf(await ask({ responseType: 'approval' }));
		await ask({ message: 'And this?' });
		const ended = n8n.nextEnd();
		await tap(earlier[0]);
		expect((await ended).items).toMatchObject([{ json: { approved: true } }]);
		const second = await ask({ responseType: 'approval', message: 'And that?' });

		const response = n8n.nextResponseStatus();
		await tap(earlier[0]);
		expect(await response).toBe(200);
		const end = n8n.nextEnd();
		await tap(buttonsOf(second)[1]);
		expect((await end).items).toMatchObject([{ json: { approved: false } }]);
		expect(n8n.finishedRuns).toHaveLength(2);
	});

	it('has none when the option is off', async () => {
		const sent = await ask({ responseType: 'approval', options: { buttons: false } });

		expect(sent).toMatchObject({ content: 'May we order?\n\n1. Yes\n2. No' });
	});

	it('has none when the API key may not read instances', async () => {
		const apiKey = await fixture.gateway.createKey([
			'messages:read',
			'messages:write',
			'webhooks:read',
			'webhooks:write',
		]);
		const credential = { ...fixture.credential, apiKey };
		const { items, error } = await runNode(credential, {
			resource: 'message',
			operation: 'sendAndWait',
			...locator('instanceId', fixture.officialId),
			...locator('to', BOSS),
			message: 'May we?',
			responseType: 'approval',
		});

		expect(error).toBeUndefined();
		const sent = await getData<Sent>(fixture, `/v1/messages/${getId(items[0], 'messageId')}`);
		expect(sent.content).toBe('May we?\n\n1. Yes\n2. No');
	});
});
