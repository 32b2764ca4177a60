import type { ShownQuote } from './shown-message.ts';

interface Properties {
	quote: ShownQuote;
	/** Shows a message of this conversation. */
	onShow: (messageId: string) => void;
}

/** The message that this one replies to; pressing it shows that message. */
export function Quote({ quote: { text, target }, onShow }: Properties) {
	if (target === null) {
		return (
			<p class="bubble-quote" dir="auto">
				{text}
			</p>
		);
	}
	const content = (
		<>
			<bdi class="visually-hidden">In reply to: </bdi>
			{text}
		</>
	);
	if ('href' in target) {
		return (
			<a class="bubble-quote" dir="auto" href={target.href}>
				{content}
			</a>
		);
	}
	return (
		<button
			type="button"
			class="bubble-quote"
			dir="auto"
			onClick={() => {
				onShow(target.messageId);
			}}
		>
			{content}
		</button>
	);
}
