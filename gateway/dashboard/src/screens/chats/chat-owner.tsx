import { setChatOwner } from '../../api/messages.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { Chat } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';

interface Properties {
	instanceId: string;
	chat: Pick<Chat, 'chatId' | 'owner' | 'ownedUntil'>;
	/** Called after the owner has changed. */
	onChange: () => void;
}

/** The owner of a chat, with a button that changes it; nothing where the instance has no settings.takeover. */
export function ChatOwner({ instanceId, chat: { chatId, owner, ownedUntil }, onChange }: Properties) {
	const changing = useAction(async () => {
		await setChatOwner(instanceId, chatId, owner === 'person' ? 'bot' : 'person');
		onChange();
	});
	useShortcuts({ t: owner === undefined || !mayWrite() ? undefined : () => void changing.run() });
	if (owner === undefined) return null;
	const until = owner === 'person' ? (ownedUntil ?? null) : null;
	return (
		<>
			<div class="chat-owner">
				<p role="status">
					{until === null ? (
						'The bot has this chat.'
					) : (
						<>
							A person has this chat until <Timestamp at={until} />.
						</>
					)}
				</p>
				{mayWrite() && (
					<Button busy={changing.busy} onClick={() => void changing.run()}>
						{until === null ? 'Take over' : 'Give back to the bot'}
					</Button>
				)}
			</div>
			{changing.error !== undefined && <ErrorAlert error={changing.error} />}
		</>
	);
}
