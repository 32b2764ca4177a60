import type { ShownDetails } from './shown-message.ts';

type Reply = NonNullable<ShownDetails['reply']>;

const WORDS: Record<Reply['kind'], string> = {
	button: 'Tapped a button',
	list: 'Chose from a list',
	template_button: 'Tapped a button of a template',
	flow: 'Completed a form',
};

/** Answers of a form that are shown. */
const LIMIT = 50;

/** The kind of the option that a person tapped, above its text. */
export function ReplyNote({ reply: { kind } }: { reply: Reply }) {
	return <p class="message-note">{WORDS[kind]}</p>;
}

/** The answers of a form. */
export function ReplyData({ reply: { data } }: { reply: Reply }) {
	if (data === null) return null;
	return (
		<dl class="message-answers small">
			{Object.entries(data)
				.slice(0, LIMIT)
				.map(([name, value]) => (
					<div key={name}>
						<dt dir="auto">{name}</dt>
						<dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
					</div>
				))}
		</dl>
	);
}
