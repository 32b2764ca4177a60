import type { ComponentChildren, Ref } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from '../display/icon.tsx';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Button } from '../forms/button.tsx';
import '../forms/field.css';
import type { ComposerState } from './use-composer.ts';
import './composer.css';

interface Properties {
	state: ComposerState;
	/** Accessible name of the text field. */
	label: string;
	placeholder: string;
	maxLength: number;
	/** Accessible name of the file input, the label of its button, and the file types it offers. */
	files: { label: string; button: string; accept?: string };
	/** Called with files that are chosen or pasted; absent: one file is chosen, and becomes part of the message. */
	onFiles?: (files: File[]) => void;
	/** Whether the send button is an icon without a word. */
	compact?: boolean;
	field?: Ref<HTMLTextAreaElement>;
	/** Called when Escape is pressed in the text field. */
	onEscape?: () => void;
	/** Above the chosen file, such as the quoted message. */
	above?: ComponentChildren;
	/** Between the chosen file and the text field. */
	picker?: ComponentChildren;
	/** Buttons before the one that attaches a file. */
	buttons?: ComponentChildren;
}

/** Lines that fit into the largest height of the field. */
const MOST_LINES = 6;

const FILE_ICONS = { file: 'file', sticker: 'sticker', voice: 'mic' } as const;

/** The form that writes a message, with a file or without. Enter sends, Shift and Enter begins a new line. */
export function Composer(properties: Properties) {
	const {
		state,
		label,
		placeholder,
		maxLength,
		files,
		onFiles,
		compact = false,
		field,
		onEscape,
		above,
		picker,
		buttons,
	} = properties;
	const { text, file, fileKind, setText, setFile, submit, isReady, takesText, busy, error } = state;
	const chooser = useRef<HTMLInputElement>(null);
	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
		>
			{error !== undefined && <ErrorAlert error={error} />}
			{above}
			{file !== null && (
				<Attachment
					icon={FILE_ICONS[fileKind]}
					text={file.name}
					removeLabel="Leave the file out"
					onRemove={() => {
						setFile(null);
					}}
				/>
			)}
			{picker}
			<div class="composer-line narrow-icons">
				<input
					ref={chooser}
					type="file"
					hidden
					accept={files.accept}
					aria-label={files.label}
					multiple={onFiles !== undefined}
					onChange={(event) => {
						const chosen = [...(event.currentTarget.files ?? [])];
						if (onFiles === undefined) setFile(chosen[0] ?? null);
						else if (chosen.length > 0) onFiles(chosen);
						event.currentTarget.value = '';
					}}
				/>
				{buttons}
				<Button kind="quiet" icon="attach" label={files.button} onClick={() => chooser.current?.click()} />
				<textarea
					ref={field ?? null}
					class="input"
					// For browsers whose fields do not grow with their text (field-sizing).
					rows={Math.min(text.split('\n').length, MOST_LINES)}
					aria-label={label}
					placeholder={placeholder}
					maxLength={maxLength}
					dir="auto"
					disabled={!takesText}
					value={text}
					onInput={(event) => {
						setText(event.currentTarget.value);
					}}
					onPaste={(event) => {
						const pasted = [...(event.clipboardData?.files ?? [])];
						// A pasted table of a spreadsheet contains a picture too, but the user means its text.
						const hasText = event.clipboardData?.types.includes('text/plain') === true;
						if (onFiles === undefined || pasted.length === 0 || hasText) return;
						event.preventDefault();
						onFiles(pasted);
					}}
					onKeyDown={(event) => {
						if (event.key === 'Escape' && onEscape !== undefined && !event.isComposing) {
							event.preventDefault();
							onEscape();
						}
						if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
						event.preventDefault();
						submit();
					}}
				/>
				<Button
					kind="main"
					type="submit"
					icon="send"
					busy={busy}
					disabled={!isReady}
					{...(compact ? { label: 'Send' } : { children: 'Send' })}
				/>
			</div>
		</form>
	);
}

interface AttachmentProperties {
	icon: IconName;
	text: string;
	removeLabel: string;
	onRemove: () => void;
}

/** An attachment of the message that can be removed again: a file, or the quoted message. */
export function Attachment({ icon, text, removeLabel, onRemove }: AttachmentProperties) {
	return (
		<p class="composer-attachment">
			<Icon name={icon} />
			<bdi class="cut">{text}</bdi>
			<Button kind="quiet" icon="close" label={removeLabel} onClick={onRemove} />
		</p>
	);
}
