import { useRef, useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat } from '../../api/types.ts';
import { Attachment, Composer } from '../../components/conversation/composer.tsx';
import { useComposer } from '../../components/conversation/use-composer.ts';
import { Button } from '../../components/forms/button.tsx';
import { sendFile, sendText, showTyping, type Quoted } from '../actions.ts';
import { EmojiPicker } from './emoji-picker.tsx';

const TEXT_LIMIT = 4096;
/** Milliseconds between two typing notifications. */
const TYPING_INTERVAL = 3000;

interface Properties {
	phone: ManualPhone;
	chat: PhoneChat;
	/** The message that the next one replies to. */
	quoted: Quoted | null;
	onUnquote: () => void;
	onSent: () => void;
}

/** Writes on the phone: text, emoji, and a picture or another file. */
export function PhoneComposer({ phone, chat, quoted, onUnquote, onSent }: Properties) {
	const [emoji, setEmoji] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const lastTyping = useRef(0);
	const composer = useComposer(async ({ text, file }) => {
		if (file === null) await sendText(phone, chat, text, quoted);
		else await sendFile(phone, chat, { file, caption: text.trim(), quoted });
		setEmoji(false);
		onSent();
		field.current?.focus();
	});
	const obstacle = whyReadOnly(phone, chat);
	if (obstacle !== null) return <p class="device-silent">{obstacle}</p>;

	const setText = (value: string) => {
		composer.setText(value);
		if (Date.now() - lastTyping.current < TYPING_INTERVAL || value === '') return;
		lastTyping.current = Date.now();
		showTyping(phone, chat);
	};
	return (
		<Composer
			state={{ ...composer, setText }}
			label={`Message to ${chat.name}`}
			placeholder="Message"
			maxLength={TEXT_LIMIT}
			files={{
				label: 'Picture or file to send',
				button: 'Attach a picture or file',
				accept: 'image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt',
			}}
			compact
			field={field}
			above={
				quoted !== null && (
					<Attachment
						icon="reply"
						text={quoted.content}
						removeLabel="Do not reply to it"
						onRemove={onUnquote}
					/>
				)
			}
			picker={
				emoji && (
					<EmojiPicker
						onPick={(one) => {
							setText(composer.text + one);
							field.current?.focus();
						}}
					/>
				)
			}
			buttons={
				<Button
					kind="quiet"
					icon="smile"
					label="Emoji"
					pressed={emoji}
					onClick={() => {
						setEmoji(!emoji);
					}}
				/>
			}
		/>
	);
}

/** Why the chat accepts no message now; null: it does. */
function whyReadOnly(phone: ManualPhone, chat: PhoneChat): string | null {
	if (!phone.online) return 'This phone is offline. Switch it online to write.';
	if (chat.blocked) return 'You blocked this contact. Unblock it to write.';
	if (!chat.connected) return 'The instance is not connected. Scan its code to write to it.';
	return null;
}
