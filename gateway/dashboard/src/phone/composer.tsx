import { useRef, useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { Icon } from '../components/display/icon.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { sendFile, sendText, showTyping, type Quoted } from './actions.ts';
import type { HeldPhone, PhoneChat } from './api.ts';
import { EmojiPicker } from './emoji-picker.tsx';

const LONGEST_TEXT = 4096;
/** Milliseconds between two times that typing is told. */
const TYPING_EVERY = 3000;

interface Properties {
	phone: HeldPhone;
	chat: PhoneChat;
	/** What the next message replies to. */
	quoted: Quoted | null;
	onUnquote: () => void;
	onSent: () => void;
}

/** Writes on the phone: text, emoji, and a picture or another file. */
export function Composer({ phone, chat, quoted, onUnquote, onSent }: Properties) {
	const [text, setText] = useState('');
	const [file, setFile] = useState<File | null>(null);
	const [emoji, setEmoji] = useState(false);
	const chooser = useRef<HTMLInputElement>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const told = useRef(0);
	const { run, busy, error } = useAction(async () => {
		if (file === null) await sendText(phone, chat, text, quoted);
		else await sendFile(phone, chat, { file, caption: text.trim(), quoted });
		setText('');
		setFile(null);
		setEmoji(false);
		onSent();
		field.current?.focus();
	});
	const reason = whyNot(phone, chat);
	if (reason !== null) return <p class="device-silent">{reason}</p>;

	const ready = text.trim() !== '' || file !== null;
	const send = () => {
		if (ready && !busy) void run();
	};
	const typed = (value: string) => {
		setText(value);
		if (Date.now() - told.current < TYPING_EVERY || value === '') return;
		told.current = Date.now();
		showTyping(phone, chat);
	};

	return (
		<form
			class="phone-composer"
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{error !== undefined && <ErrorAlert error={error} />}
			{quoted !== null && (
				<Attached icon="reply" text={quoted.content} label="Do not reply to it" onRemove={onUnquote} />
			)}
			{file !== null && (
				<Attached
					icon="file"
					text={file.name}
					label="Leave the file out"
					onRemove={() => {
						setFile(null);
					}}
				/>
			)}
			{emoji && (
				<EmojiPicker
					onPick={(one) => {
						typed(text + one);
						field.current?.focus();
					}}
				/>
			)}
			<div class="phone-composer-line">
				<input
					ref={chooser}
					type="file"
					hidden
					accept="image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt"
					aria-label="Picture or file to send"
					onChange={(event) => {
						setFile(event.currentTarget.files?.[0] ?? null);
						event.currentTarget.value = '';
					}}
				/>
				<Button
					kind="quiet"
					icon="smile"
					label="Emoji"
					pressed={emoji}
					onClick={() => {
						setEmoji(!emoji);
					}}
				/>
				<Button
					kind="quiet"
					icon="attach"
					label="Attach a picture or file"
					onClick={() => chooser.current?.click()}
				/>
				<textarea
					ref={field}
					class="input"
					rows={1}
					aria-label={`Message to ${chat.name}`}
					placeholder="Message"
					maxLength={LONGEST_TEXT}
					value={text}
					onInput={(event) => {
						typed(event.currentTarget.value);
					}}
					onKeyDown={(event) => {
						if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
						event.preventDefault();
						send();
					}}
				/>
				<Button kind="main" type="submit" icon="send" label="Send" busy={busy} disabled={!ready} />
			</div>
		</form>
	);
}

/** Why nothing can be written here now; null where it can. */
function whyNot(phone: HeldPhone, chat: PhoneChat): string | null {
	if (!phone.online) return 'This phone is offline. Switch it online to write.';
	if (chat.blocked) return 'You blocked this contact. Unblock it to write.';
	if (!chat.connected) return 'The instance is not connected. Scan its code to write to it.';
	return null;
}

interface AttachedProperties {
	icon: 'reply' | 'file';
	text: string;
	label: string;
	onRemove: () => void;
}

function Attached({ icon, text, label, onRemove }: AttachedProperties) {
	return (
		<p class="phone-attached">
			<Icon name={icon} />
			<span class="cut">{text}</span>
			<Button kind="quiet" icon="close" label={label} onClick={onRemove} />
		</p>
	);
}
