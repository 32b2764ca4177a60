import { useRef, useState } from 'preact/hooks';
import { sendMessage, uploadFile, type Upload } from '../../api/messages.ts';
import { useAction } from '../../api/use-action.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { Button } from '../../components/forms/button.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';

/** Longest text and longest caption of a message. */
const LONGEST_TEXT = 4096;
const LONGEST_CAPTION = 1024;

interface Properties {
	instanceId: string;
	to: string;
	onSent: () => void;
}

/** Writes a message, with a file or without. */
export function Composer({ instanceId, to, onSent }: Properties) {
	const [text, setText] = useState('');
	const [file, setFile] = useState<File | null>(null);
	const chooser = useRef<HTMLInputElement>(null);
	const name = useIdempotencyKey(instanceId, to, text, file);
	const uploaded = useRef<{ file: File; upload: Upload } | null>(null);
	const { run, busy, error } = useAction(async () => {
		const where = { instanceId, to };
		if (file === null) await sendMessage({ ...where, message: text }, name);
		else {
			if (uploaded.current?.file !== file) uploaded.current = { file, upload: await uploadFile(file) };
			await sendMessage({ ...where, ...fileFields(uploaded.current.upload, file, text) }, name);
		}
		setText('');
		setFile(null);
		onSent();
	});
	const ready = text.trim() !== '' || file !== null;
	const send = () => {
		if (ready && !busy) void run();
	};

	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{error !== undefined && <ErrorAlert error={error} />}
			{file !== null && (
				<p class="composer-file">
					<Icon name="file" />
					<span class="cut">{file.name}</span>
					<Button
						kind="quiet"
						icon="close"
						label="Leave the file out"
						onClick={() => {
							setFile(null);
						}}
					/>
				</p>
			)}
			<div class="composer-line">
				<input
					ref={chooser}
					type="file"
					hidden
					aria-label="File to send"
					onChange={(event) => {
						setFile(event.currentTarget.files?.[0] ?? null);
						event.currentTarget.value = '';
					}}
				/>
				<Button kind="quiet" icon="attach" label="Attach a file" onClick={() => chooser.current?.click()} />
				<textarea
					class="input"
					rows={1}
					aria-label={file === null ? 'Message' : 'Caption'}
					placeholder={file === null ? 'Write a message' : 'Write a caption'}
					maxLength={file === null ? LONGEST_TEXT : LONGEST_CAPTION}
					value={text}
					onInput={(event) => {
						setText(event.currentTarget.value);
					}}
					onKeyDown={(event) => {
						if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
						event.preventDefault();
						send();
					}}
				/>
				<Button kind="main" type="submit" icon="send" busy={busy} disabled={!ready}>
					Send
				</Button>
			</div>
		</form>
	);
}

function fileFields({ mediaUrl, mediaType }: Upload, file: File, text: string) {
	return {
		mediaUrl,
		mediaType,
		...(mediaType === 'document' ? { filename: file.name } : {}),
		...(text.trim() === '' ? {} : { caption: text }),
	};
}
