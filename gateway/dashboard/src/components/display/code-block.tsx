import { CopyButton } from './copy-button.tsx';
import './code-block.css';

interface Properties {
	text: string;
	/** What it is, for who cannot see it. */
	label: string;
}

/** Text as it is: a request, an answer. JSON is laid out. It scrolls by itself, never the page. */
export function CodeBlock({ text, label }: Properties) {
	if (text === '') return <p class="faint">Empty</p>;
	return (
		<div class="code-block">
			<CopyButton text={text} what={label} />
			<pre tabIndex={0} role="region" aria-label={label}>
				<code>{laidOut(text)}</code>
			</pre>
		</div>
	);
}

function laidOut(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
