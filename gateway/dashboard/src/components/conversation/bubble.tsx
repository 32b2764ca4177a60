import type { ComponentChildren } from 'preact';
import type { MessageType } from '../../api/types.ts';
import { FileButton } from '../display/file-button.tsx';
import { Icon } from '../display/icon.tsx';
import { Picture } from '../display/picture.tsx';
import './bubble.css';

interface BubbleFile {
	/** Path at the gateway. */
	path: string;
	type: MessageType;
	/** Text of the button that downloads a file that is not a picture. */
	label: string;
}

interface Properties {
	/** Whether the viewer's side wrote the message; such bubbles are on the right. */
	own: boolean;
	/** Delivery status, which the colours of own messages depend on. */
	status?: string;
	/** Name of the writer; null: the chat has only one other side. */
	writer: string | null;
	/** Text of the message that this one replies to. */
	quote?: string | null;
	file: BubbleFile | null;
	text: string;
	/** Why the file is missing. */
	fileError?: string | undefined;
	/** Time and status. */
	footer: ComponentChildren;
	/** Actions beside the bubble. */
	children?: ComponentChildren;
}

/** A message of a conversation. */
export function Bubble(properties: Properties) {
	const { own, status, writer, quote = null, file, text, fileError, footer, children } = properties;
	return (
		<div class="bubble-line" data-own={own}>
			<article class="bubble" data-status={status}>
				{writer !== null && <p class="bubble-writer">{writer}</p>}
				{quote !== null && <p class="bubble-quote">{quote}</p>}
				{file !== null && <File file={file} />}
				<p class="bubble-text">{text}</p>
				{fileError !== undefined && <p class="bubble-text soft">{fileError}</p>}
				<p class="bubble-footer">{footer}</p>
			</article>
			{children}
		</div>
	);
}

function File({ file: { path, type, label } }: { file: BubbleFile }) {
	if (type === 'image') return <Picture class="bubble-picture" path={path} alt="" />;
	return (
		<FileButton path={path}>
			<Icon name="file" />
			{label}
		</FileButton>
	);
}
