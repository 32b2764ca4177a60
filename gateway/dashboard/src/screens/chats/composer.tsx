import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sendMessage, uploadFile } from '../../api/messages.ts';
import type { SendMessage, Upload } from '../../api/types.ts';
import { useIdempotencyKey } from '../../api/hooks/use-idempotency-key.ts';
import { AttachPanel, type Attachable, type FormKind } from '../../components/compose/attach-panel.tsx';
import { acceptedEndings } from '../../components/compose/file-rules.ts';
import { KindForms } from '../../components/compose/kind-forms.tsx';
import { SendFilesDialog } from '../../components/compose/send-files-dialog.tsx';
import type { FileKind } from '../../components/compose/sent-kinds.ts';
import { Attachment, Composer } from '../../components/conversation/composer.tsx';
import { keyToSend } from '../../components/conversation/drafts.ts';
import { useComposer } from '../../components/conversation/use-composer.ts';
import { Button } from '../../components/forms/button.tsx';
import { SendTime, toTimestamp } from './send-time.tsx';

/** Maximum number of characters of a text and of a caption. */
const TEXT_LIMIT = 4096;
const CAPTION_LIMIT = 1024;

interface Properties {
	instanceId: string;
	to: string;
	/** The kinds of messages that the instance's network accepts besides texts and files. */
	offered: readonly Attachable[];
	field: RefObject<HTMLTextAreaElement | null>;
	/** The message that the next one replies to. */
	quoted: { messageId: string; text: string } | null;
	onUnquote: () => void;
	/** Files to send, which were chosen, pasted, or dropped on the chat; none: the dialog that shows them is closed. */
	files: readonly File[];
	onFiles: (files: readonly File[]) => void;
	onSent: () => void;
}

/** Writes a message of the instance. */
export function InstanceComposer(properties: Properties) {
	const { instanceId, to, offered, field, quoted, onUnquote, files, onFiles, onSent } = properties;
	const uploaded = useRef<{ file: File; upload: Upload } | null>(null);
	const [attaching, setAttaching] = useState(false);
	const [form, setForm] = useState<FormKind | null>(null);
	/** The time to send at, in the format of the field; null: at once. */
	const [later, setLater] = useState<string | null>(null);
	const quotedMessageId = quoted?.messageId;

	async function sendContent(content: Partial<SendMessage>, key: string, isReply = true): Promise<void> {
		const sendAt = later === null ? null : toTimestamp(later);
		await sendMessage(
			{
				instanceId,
				to,
				...content,
				...(quotedMessageId === undefined || !isReply ? {} : { quotedMessageId }),
				...(sendAt === null ? {} : { sendAt }),
			},
			key,
		);
	}

	function sent(): void {
		setAttaching(false);
		setLater(null);
		onSent();
	}

	async function send(content: Partial<SendMessage>, key: string): Promise<void> {
		await sendContent(content, key);
		sent();
	}

	const draftKey = `${instanceId} ${to}`;
	const composer = useComposer(draftKey, async (draft) => {
		if (draft.file === null) {
			await send({ message: draft.text }, keyToSend(draftKey, draft.text, quotedMessageId, later));
			return;
		}
		// A file whose message failed is not uploaded a second time.
		if (uploaded.current?.file !== draft.file) {
			uploaded.current = { file: draft.file, upload: await uploadFile(draft.file) };
		}
		await send(
			fileFields(uploaded.current.upload, { file: draft.file, kind: draft.fileKind, text: draft.text }),
			idempotencyKey,
		);
	});
	const { text, file, takesText } = composer;
	const idempotencyKey = useIdempotencyKey(instanceId, to, text, file, quotedMessageId, later, form);
	return (
		<>
			<Composer
				state={composer}
				field={field}
				onEscape={() => {
					if (quoted !== null) onUnquote();
					else field.current?.blur();
				}}
				label={file === null ? 'Message' : 'Caption'}
				placeholder={placeholderOf(file, takesText)}
				maxLength={file === null ? TEXT_LIMIT : CAPTION_LIMIT}
				files={{ label: 'File to send', button: 'Attach files', accept: acceptedEndings() }}
				onFiles={onFiles}
				above={
					<>
						{quoted !== null && (
							<Attachment
								icon="reply"
								text={quoted.text}
								removeLabel="Do not reply to it"
								onRemove={onUnquote}
							/>
						)}
						{later !== null && <SendTime value={later} onChange={setLater} />}
					</>
				}
				picker={
					attaching && (
						<AttachPanel
							offered={offered}
							onFile={composer.setFile}
							onForm={(kind) => {
								if (kind === 'later') setLater(later ?? '');
								else setForm(kind);
							}}
						/>
					)
				}
				buttons={
					offered.length > 0 && (
						<Button
							kind="quiet"
							icon="plus"
							label="Send something else"
							expanded={attaching}
							onClick={() => {
								setAttaching(!attaching);
							}}
						/>
					)
				}
			/>
			{files.length > 0 && (
				<SendFilesDialog
					files={files}
					caption={text.slice(0, CAPTION_LIMIT)}
					send={(upload, { file: one, caption, key, isFirst }) =>
						sendContent(
							fileFields(upload, { file: one, kind: 'file', text: caption }),
							`page/${key}`,
							isFirst,
						)
					}
					onSent={() => {
						composer.setText('');
						onFiles([]);
						sent();
					}}
					onClose={() => {
						onFiles([]);
					}}
				/>
			)}
			<KindForms
				open={form}
				send={(fields) => send(fields, idempotencyKey)}
				onClose={() => {
					setForm(null);
				}}
			/>
		</>
	);
}

function placeholderOf(file: File | null, takesText: boolean): string {
	if (!takesText) return 'It has no caption';
	return file === null ? 'Write a message' : 'Write a caption';
}

function fileFields(
	{ mediaUrl, mediaType }: Upload,
	{ file, kind, text }: { file: File; kind: FileKind; text: string },
): Partial<SendMessage> {
	if (kind === 'sticker') return { mediaUrl, mediaType: 'sticker' };
	return {
		mediaUrl,
		mediaType,
		...(kind === 'voice' ? { voice: true } : {}),
		...(mediaType === 'document' ? { filename: file.name } : {}),
		...(text.trim() === '' ? {} : { caption: text }),
	};
}
