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
			<span class="visually-hidden">In reply to: </span>
			<bdi>{text}</bdi>
		</>
	);
	if ('href' in target) {
		return (
			<a class="bubble-quote" href={target.href}>
				{content}
			</a>
		);
	}
	return (
		<button
			type="button"
			class="bubble-quote"
			onClick={() => {
				onShow(target.messageId);
			}}
		>
			{content}
		</button>
	);
}
