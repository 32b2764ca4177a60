import { useRef, useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat } from '../../api/types.ts';
import { Attachment, Composer } from '../../components/conversation/composer.tsx';
import { useComposer } from '../../components/conversation/use-composer.ts';
import { Button } from '../../components/forms/button.tsx';
import { AttachPanel, type FormKind } from '../../components/compose/attach-panel.tsx';
import { KindForms } from '../../components/compose/kind-forms.tsx';
import { sendFile, sendKind, sendText, showTyping, type Quoted } from '../actions.ts';
import { EmojiPicker } from './emoji-picker.tsx';

const TEXT_LIMIT = 4096;
/** The kinds of messages that a phone sends besides texts and files. */
const OFFERED = ['voice', 'sticker', 'location', 'contact', 'poll'] as const;
/** Milliseconds between two typing notifications. */
const TYPING_INTERVAL = 3000;

interface Properties {
	phone: ManualPhone;
	chat: PhoneChat;
	/** Why the chat does not accept messages now; null: it does. */
	obstacle: string | null;
	/** The message that the next one replies to. */
	quoted: Quoted | null;
	onUnquote: () => void;
	onSent: () => void;
}

/** Writes on the phone: text, emoji, and a picture or another file. */
export function PhoneComposer({ phone, chat, obstacle, quoted, onUnquote, onSent }: Properties) {
	const [picker, setPicker] = useState<'emoji' | 'kinds' | null>(null);
	const [form, setForm] = useState<FormKind | null>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const lastTyping = useRef(0);
	const composer = useComposer(null, async ({ text, file, fileKind }) => {
		if (file === null) await sendText(phone, chat, text, quoted);
		else await sendFile(phone, chat, { file, kind: fileKind, caption: text.trim(), quoted });
		setPicker(null);
		onSent();
		field.current?.focus();
	});
	if (obstacle !== null) return <p class="device-silent">{obstacle}</p>;

	const setText = (value: string) => {
		composer.setText(value);
		if (Date.now() - lastTyping.current < TYPING_INTERVAL || value === '') return;
		lastTyping.current = Date.now();
		showTyping(phone, chat);
	};
	const toggle = (one: 'emoji' | 'kinds') => {
		setPicker(picker === one ? null : one);
	};
	return (
		<>
			<Composer
				state={{ ...composer, setText }}
				label={`Message to ${chat.name}`}
				placeholder={composer.takesText ? 'Message' : 'It has no caption'}
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
					<>
						{picker === 'emoji' && (
							<EmojiPicker
								onPick={(one) => {
									setText(composer.text + one);
									field.current?.focus();
								}}
							/>
						)}
						{picker === 'kinds' && (
							<AttachPanel offered={OFFERED} onFile={composer.setFile} onForm={setForm} />
						)}
					</>
				}
				buttons={
					<>
						<Button
							kind="quiet"
							icon="smile"
							label="Emoji"
							pressed={picker === 'emoji'}
							onClick={() => {
								toggle('emoji');
							}}
						/>
						<Button
							kind="quiet"
							icon="plus"
							label="Send something else"
							expanded={picker === 'kinds'}
							onClick={() => {
								toggle('kinds');
							}}
						/>
					</>
				}
			/>
			<KindForms
				open={form}
				send={async (fields) => {
					await sendKind(phone, chat, fields, quoted);
					setPicker(null);
					onSent();
				}}
				onClose={() => {
					setForm(null);
				}}
			/>
		</>
	);
}
