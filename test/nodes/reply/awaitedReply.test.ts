import { expect, it } from '@jest/globals';

import { receiveMessage } from '../operations/fixture.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const questionTest = setUpQuestionTest();

it.each(['Ask', 'Ask {{ $json.name }} }', 'Ask "Ada\'s" \\', 'Ask `${x}`', '😀'])(
	'a node with the name %p gets the reply that its execution waits for',
	async (name) => {
		const { fixture, n8n, sendQuestion } = questionTest();
		await sendQuestion({}, undefined, { name });
		const end = n8n.nextEnd();
		await receiveMessage(fixture, { from: BOSS, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	},
);
