import { changeChat } from '../../api/messages.ts';
import type { Chat, ChangeChat } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { BlockPerson } from './block-person.tsx';
import { ExportChat } from './export-chat.tsx';
import type { Capabilities } from './offers.ts';

const HOUR = 3_600_000;
/** How long a chat can be muted, in milliseconds; null: without an end. */
const MUTE_TIMES: readonly (readonly [string, number | null])[] = [
	['Mute for 8 hours', 8 * HOUR],
	['Mute for a week', 7 * 24 * HOUR],
	['Mute always', null],
];
/** The end of muting that networks treat as "always". */
const ALWAYS = '9999-12-31T23:59:59.999Z';

interface Properties {
	instanceId: string;
	chat: Chat;
	capabilities: Capabilities;
	/** Called after the chat, or the person in it, was changed. */
	onChange: () => void;
}

/** Whether a network with these capabilities can change this chat, or block the person in it. */
export function isChangeable({ isGroup }: Pick<Chat, 'isGroup'>, capabilities: Capabilities): boolean {
	return capabilities.has('chat_changes') || (capabilities.has('blocking') && !isGroup);
}

/** The actions on a chat: archive, pin, mute, mark as unread, export, block the person. */
export function ChatMenu({ instanceId, chat, capabilities, onChange }: Properties) {
	const { chatId, archived, pinned, unread, mutedUntil, isGroup } = chat;
	const changing = useAction(async (changes: Omit<ChangeChat, 'instanceId'>) => {
		await changeChat(instanceId, chatId, changes);
		onChange();
	});
	const button = (label: string, changes: () => Omit<ChangeChat, 'instanceId'>, disabled = false) => (
		<Button key={label} busy={changing.busy} disabled={disabled} onClick={() => void changing.run(changes())}>
			{label}
		</Button>
	);
	return (
		<section class="chat-menu" aria-label="Change this chat">
			{capabilities.has('chat_changes') && (
				<>
					<div class="chat-menu-line">
						{button(archived ? 'Unarchive' : 'Archive', () => ({ archived: !archived }))}
						{button(pinned ? 'Unpin' : 'Pin', () => ({ pinned: !pinned }))}
						{button('Mark as unread', () => ({ unread: true }), unread)}
					</div>
					<div class="chat-menu-line">
						{MUTE_TIMES.map(([label, time]) => button(label, () => ({ mutedUntil: endOf(time) })))}
						{button('Unmute', () => ({ mutedUntil: null }), mutedUntil === null)}
					</div>
					<p role="status">
						{mutedUntil === null ? (
							'Not muted.'
						) : mutedUntil === ALWAYS ? (
							'Muted.'
						) : (
							<>
								Muted until <Timestamp at={mutedUntil} />.
							</>
						)}
					</p>
				</>
			)}
			{changing.error !== undefined && <ErrorAlert error={changing.error} />}
			<ExportChat instanceId={instanceId} chatId={chatId} />
			{capabilities.has('blocking') && !isGroup && <BlockPerson instanceId={instanceId} chat={chat} />}
		</section>
	);
}

function endOf(time: number | null): string {
	return time === null ? ALWAYS : new Date(Date.now() + time).toISOString();
}
