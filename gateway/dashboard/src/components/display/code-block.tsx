import { CopyButton } from './copy-button.tsx';
import './code-block.css';

interface Properties {
	text: string;
	/** Accessible name of the text. */
	label: string;
}

/** Preformatted text, such as a request; JSON is indented. The block scrolls, not the page. */
export function CodeBlock({ text, label }: Properties) {
	if (text === '') return <p class="faint">Empty</p>;
	return (
		<div class="code-block">
			<CopyButton text={text} what={label} />
			<pre tabIndex={0} role="region" aria-label={label} dir="auto">
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
