import { useState } from 'preact/hooks';
import { SelectField } from '../forms/select-field.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { TextField } from '../forms/text-field.tsx';
import { KindForm, type KindFormProperties } from './kind-form.tsx';
import type { NewPoll } from './sent-kinds.ts';

const QUESTION_LIMIT = 255;
const OPTIONS_LIMIT = 12;
const OPTION_LIMIT = 100;

/** Sends a poll. */
export function PollForm({ send, onClose }: KindFormProperties<{ poll: NewPoll }>) {
	const [question, setQuestion] = useState('');
	const [lines, setLines] = useState('');
	const [how, setHow] = useState<'one' | 'several'>('one');
	const options = lines
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	return (
		<KindForm
			title="Send a poll"
			onClose={onClose}
			send={() => send({ poll: { question, options, selectable: how === 'one' ? 1 : options.length } })}
		>
			<TextField label="Question" maxLength={QUESTION_LIMIT} value={question} onChange={setQuestion} first />
			<TextArea
				label="Options"
				hint={`One per line, 2 to ${OPTIONS_LIMIT}.`}
				maxLength={OPTIONS_LIMIT * (OPTION_LIMIT + 1)}
				value={lines}
				onChange={setLines}
			/>
			<SelectField
				label="People can select"
				value={how}
				onChange={setHow}
				options={[
					['one', 'one option'],
					['several', 'several options'],
				]}
			/>
		</KindForm>
	);
}
