import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Pages } from '../../api/hooks/use-pages.ts';
import { PagedView } from '../lists/paged-view.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';
import './conversation.css';

interface Properties<T> {
	/** Accessible name of the whole conversation. */
	label: string;
	/** The other side of the chat, and the actions on it. */
	header: ComponentChildren;
	messages: Pages<T>;
	/** Accessible name of the list of messages. */
	listLabel: string;
	/** Height in pixels of a message that is not drawn yet. */
	rowHeight: number;
	/** Shown in place of a conversation without messages. */
	empty: ComponentChildren;
	/** `onShow` scrolls to another message. */
	renderMessage: (message: T, onShow: (messageId: string) => void) => ComponentChildren;
	/** Called with files that are dropped on the conversation; undefined: it accepts none. */
	onFiles?: ((files: File[]) => void) | undefined;
	/** Below the messages: where the next one is written. */
	children: ComponentChildren;
}

/** One chat: its messages, the newest at the end, and the form for the next one. */
export function Conversation<T>(properties: Properties<T>) {
	const { label, header, messages, listLabel, rowHeight, empty, renderMessage, children } = properties;
	const { target, isOver } = useFileDrop(properties.onFiles);
	const [shown, setShown] = useState<{ key: string } | null>(null);
	const onShow = (key: string): void => {
		setShown({ key });
	};
	const frame = useStayAtEnd(messages.items !== undefined && messages.items.length > 0);
	return (
		<section class="conversation" aria-label={label} ref={target}>
			{isOver && (
				<p class="conversation-drop" role="status">
					Drop the files to send them. You see them first.
				</p>
			)}
			{header}
			<div class="conversation-messages" ref={frame}>
				<PagedView
					label={listLabel}
					of={messages}
					rowHeight={rowHeight}
					empty={empty}
					shown={shown}
					newestLast
				>
					{(message) => renderMessage(message, onShow)}
				</PagedView>
			</div>
			{children}
		</section>
	);
}
