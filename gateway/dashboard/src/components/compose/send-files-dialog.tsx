import { useState } from 'preact/hooks';
import type { Upload } from '../../api/types.ts';
import { uploadWithProgress } from '../../api/upload.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { formatBytes, formatCount, formatPercent } from '../display/format.ts';
import { Icon } from '../display/icon.tsx';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { useObjectUrl } from './object-url.ts';
import { acceptedEndings, fileTypeOf, refusalOf } from './file-rules.ts';
import './send-files-dialog.css';

/** Most files that are sent at once. */
const LIMIT = 30;
const CAPTION_LIMIT = 1024;

/** A file that is about to be sent. */
interface ChosenFile {
	key: number;
	file: File;
	caption: string;
	/** Counts the changes of the caption: a changed message gets another idempotency key, also after a refusal. */
	revision: number;
	/** The uploaded share, 0 to 1; null: the upload has not begun. */
	progress: number | null;
	upload: Upload | null;
	isSent: boolean;
}

interface Properties {
	files: readonly File[];
	/** The caption of the first file: the text in the composer. */
	caption: string;
	/** Sends one file. A retry has the same `key`. */
	send: (
		upload: Upload,
		sent: { file: File; caption: string; key: string; isFirst: boolean },
	) => Promise<void>;
	/** Called when all files are sent. */
	onSent: () => void;
	onClose: () => void;
}

/** Shows files before it sends them, one after the other in their order. The reader can leave each of them out. */
export function SendFilesDialog({ files, caption, send, onSent, onClose }: Properties) {
	const [chosen, setChosen] = useState<readonly ChosenFile[]>(() => chosenFrom(files, 0, caption));
	const [batch] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
	const change = (key: number, changes: Partial<ChosenFile>): void => {
		setChosen((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
	};
	const sendable = chosen.filter(({ file }) => refusalOf(file) === null);
	const isTooMany = chosen.length > LIMIT;

	const { run, busy, error } = useAction(async () => {
		for (const [index, one] of chosen.entries()) {
			const { key, file, caption: text, revision, upload: known, isSent } = one;
			if (isSent) continue;
			// A file whose message failed is not uploaded a second time.
			const upload =
				known ??
				(await uploadWithProgress(file, (progress) => {
					change(key, { progress });
				}));
			change(key, { upload, progress: 1 });
			await send(upload, { file, caption: text, key: `${batch}-${key}-${revision}`, isFirst: index === 0 });
			change(key, { isSent: true });
		}
		onSent();
	});

	return (
		<Dialog title={`Send ${formatCount(chosen.length, 'file')}`} onClose={onClose} wide>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button
							kind="main"
							type="submit"
							icon="send"
							busy={busy}
							disabled={chosen.length === 0 || sendable.length < chosen.length || isTooMany}
						>
							Send
						</Button>
						<AddFiles
							disabled={busy}
							onFiles={(more) => {
								setChosen((before) => [...before, ...chosenFrom(more, nextKey(before), '')]);
							}}
						/>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<ol class="chosen-files" aria-label="Files to send">
					{chosen.map((one) => (
						<li key={one.key}>
							<FileEntry
								chosen={one}
								busy={busy}
								onCaption={(text) => {
									change(one.key, { caption: text, revision: one.revision + 1 });
								}}
								onRemove={() => {
									setChosen((before) => before.filter(({ key }) => key !== one.key));
								}}
							/>
						</li>
					))}
				</ol>
				{isTooMany && (
					<p role="alert" class="chosen-refusal">
						At most {LIMIT} files are sent at once. Leave some out, and send them afterwards.
					</p>
				)}
				{!isTooMany && sendable.length < chosen.length && (
					<p role="status" class="soft">
						Leave out what cannot be sent, then send the others.
					</p>
				)}
			</Form>
		</Dialog>
	);
}

function chosenFrom(files: readonly File[], firstKey: number, caption: string): ChosenFile[] {
	return files.map((file, index) => ({
		key: firstKey + index,
		file,
		caption: index === 0 ? caption : '',
		revision: 0,
		progress: null,
		upload: null,
		isSent: false,
	}));
}

function nextKey(chosen: readonly ChosenFile[]): number {
	return Math.max(-1, ...chosen.map(({ key }) => key)) + 1;
}

interface EntryProperties {
	chosen: ChosenFile;
	busy: boolean;
	onCaption: (caption: string) => void;
	onRemove: () => void;
}

function FileEntry({
	chosen: { file, caption, progress, isSent },
	busy,
	onCaption,
	onRemove,
}: EntryProperties) {
	const refusal = refusalOf(file);
	const picture = useObjectUrl(fileTypeOf(file) === 'image' ? file : null);
	return (
		<div class="chosen-file">
			{picture === null ? (
				<span class="chosen-preview">
					<Icon name="file" />
				</span>
			) : (
				<img class="chosen-preview" src={picture} alt="" />
			)}
			<div class="grow stack-small">
				<p class="line">
					<bdi class="cut grow">{file.name}</bdi>
					<span class="soft small">{isSent ? 'Sent' : formatBytes(file.size)}</span>
				</p>
				{refusal === null ? (
					<TextField
						label={`Caption of ${file.name}`}
						optional
						maxLength={CAPTION_LIMIT}
						value={caption}
						onChange={onCaption}
					/>
				) : (
					<p role="alert" class="chosen-refusal">
						{refusal}
					</p>
				)}
				{progress !== null && !isSent && (
					<progress value={progress} aria-label={`Upload of ${file.name}`}>
						{formatPercent(progress)}
					</progress>
				)}
			</div>
			<Button kind="quiet" icon="close" label={`Leave out ${file.name}`} disabled={busy} onClick={onRemove} />
		</div>
	);
}

function AddFiles({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
	return (
		<label class="button button-plain add-files" data-disabled={disabled}>
			<input
				class="visually-hidden"
				type="file"
				multiple
				disabled={disabled}
				accept={acceptedEndings()}
				onChange={({ currentTarget }) => {
					onFiles([...(currentTarget.files ?? [])]);
					currentTarget.value = '';
				}}
			/>
			<span>Add files</span>
		</label>
	);
}
