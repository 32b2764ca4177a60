import type { HistoryItem, MessageDetail } from '../../api/types.ts';
import { deletionText } from '../../components/conversation/deletion-text.tsx';
import { formatPersonId } from '../../components/display/person.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { MessageBody } from '../../components/message/message-body.tsx';
import { Reactions } from '../../components/message/reactions.tsx';
import { shownMessage } from '../chats/shown-history.ts';
import { MessageFile } from './message-file.tsx';
import '../../components/message/message.css';
import './content.css';

const ALONE = {
	loaded: new Map<string, HistoryItem>(),
	continued: new Set<string>(),
	ownId: null,
	nameOf: formatPersonId,
};

/** The content of a message, with its reactions and its earlier texts. */
export function Content({ message }: { message: MessageDetail }) {
	// The screen shows the quoted message below, with a link.
	const shown = shownMessage({ ...message, quotedMessageId: null }, { isGroup: message.isGroup, ...ALONE });
	return (
		<Panel title={message.type === 'text' ? 'Text' : 'Content'}>
			<div class="stack-small message-content">
				{message.forwarded === true && <p class="message-note">Forwarded</p>}
				{shown.deleted === null ? (
					<>
						<MessageFile message={message} />
						<div>
							<MessageBody message={{ ...shown, file: null, fileError: undefined }} />
						</div>
					</>
				) : (
					<p class="soft">{deletionText(shown.deleted)}</p>
				)}
				<Reactions reactions={shown.reactions} />
				<EarlierTexts message={message} />
			</div>
		</Panel>
	);
}

function EarlierTexts({ message: { edits = [] } }: { message: MessageDetail }) {
	if (edits.length === 0) return null;
	return (
		<details class="message-more">
			<summary>Earlier texts ({edits.length})</summary>
			<ol class="stack-small">
				{edits.map(({ content, timestamp }, index) => (
					<li key={index}>
						<p class="soft small">
							Until <Timestamp at={timestamp} seconds />
						</p>
						<p class="as-written" dir="auto">
							{content}
						</p>
					</li>
				))}
			</ol>
		</details>
	);
}
