import { useState } from 'preact/hooks';
import { listChats } from '../../api/messages.ts';
import { forwardMessage } from '../../api/message-changes.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useIdempotencyKey } from '../../api/hooks/use-idempotency-key.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Button } from '../../components/forms/button.tsx';
import { digitsOfNumber } from '../../components/forms/phone-number.ts';
import { Form } from '../../components/forms/form.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { hrefTo, navigate } from '../../routing/location.ts';
import { nameOf } from './chat-list.tsx';

interface Properties {
	messageId: string;
	instanceId: string;
	onClose: () => void;
}

/** Forwards a message to another chat of the instance, or to a number. */
export function ForwardDialog({ messageId, instanceId, onClose }: Properties) {
	const [chatId, setChatId] = useState('');
	const [number, setNumber] = useState('');
	const chats = useLoad(`chats ${instanceId}`, (signal) =>
		listChats({ instanceId, search: '', unreadOnly: false }, 0, signal),
	);
	const to = chatId === '' ? digitsOfNumber(number) : chatId;
	const key = useIdempotencyKey(messageId, instanceId, to);
	const { run, busy, error } = useAction(async () => {
		await forwardMessage(messageId, { instanceId, to }, key);
		onClose();
		if (chatId !== '') navigate(hrefTo('chats', instanceId, chatId));
	});
	return (
		<Dialog title="Forward the message" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" icon="share" busy={busy}>
							Forward
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<LoadedView of={chats}>
					{({ data }) => (
						<SelectField
							label="To"
							value={chatId}
							onChange={setChatId}
							options={[
								...data.map((chat) => [chat.chatId, nameOf(chat)] as const),
								['', 'Another number'] as const,
							]}
						/>
					)}
				</LoadedView>
				{chatId === '' && (
					<TextField
						label="Phone number"
						type="tel"
						hint="In international format, such as +49 151 1234 5678."
						maxLength={40}
						value={number}
						onChange={setNumber}
					/>
				)}
			</Form>
		</Dialog>
	);
}
