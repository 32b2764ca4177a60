import type { ComponentChildren } from 'preact';
import { Timestamp } from '../display/timestamp.tsx';
import { Unread } from './unread.tsx';
import './chat-row.css';

interface Properties {
	name: string;
	/** The latest message, which determines the direction; words of the page before it are isolated by bdi. */
	preview: ComponentChildren;
	/** Time of the latest message; null: there is none. */
	at: string | null;
	unreadCount: number;
	/** Picture in front of the name. */
	avatar?: ComponentChildren;
	/** Small marks beside the number of unread messages. */
	marks?: ComponentChildren;
	/** Further information on the chat. */
	badge?: ComponentChildren;
	/** Opens the chat: a link to it, or an action. */
	target: { href: string; isCurrent: boolean } | { onOpen: () => void };
}

/** One chat in a list of chats. */
export function ChatRow({ name, preview, at, unreadCount, avatar, marks, badge, target }: Properties) {
	const content = (
		<>
			{avatar}
			<span class="chat-row-main">
				<span class="chat-row-name cut" dir="auto">
					{name}
				</span>
				<span class="chat-row-preview cut" dir="auto">
					{preview}
				</span>
			</span>
			<span class="chat-row-side">
				{at !== null && <Timestamp at={at} />}
				<span class="chat-row-marks">
					{marks}
					<Unread count={unreadCount} />
				</span>
				{badge}
			</span>
		</>
	);
	return 'href' in target ? (
		<a class="chat-row" href={target.href} aria-current={target.isCurrent ? 'true' : undefined}>
			{content}
		</a>
	) : (
		<button type="button" class="chat-row" onClick={target.onOpen}>
			{content}
		</button>
	);
}
