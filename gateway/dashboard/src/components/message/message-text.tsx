import type { ShownDetails } from './shown-message.ts';

interface Properties {
	text: string;
	/** Ids of the people whom the text mentions. */
	mentions: ShownDetails['mentions'];
}

/** A text of other people, in the direction of its letters, with its mentions marked. */
export function MessageText({ text, mentions = [] }: Properties) {
	return (
		<p class="bubble-text" dir="auto">
			{mentions.length === 0 ? text : marked(text, new Set(mentions.map(localPart)))}
		</p>
	);
}

/** A mention stands in the text as @ with the part of the id before its own @. */
function marked(text: string, mentioned: ReadonlySet<string>) {
	return text.split(/(@[\w.-]+)/).map((part, index) =>
		part.startsWith('@') && mentioned.has(part.slice(1)) ? (
			<b key={index} class="mention">
				{part}
			</b>
		) : (
			part
		),
	);
}

function localPart(id: string): string {
	return id.replace(/@.*/s, '');
}
