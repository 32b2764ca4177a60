import { useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { keepDraft, readDraft } from './drafts.ts';
import type { FileKind } from '../compose/sent-kinds.ts';

export interface Draft {
	text: string;
	file: File | null;
	/** The type as which the file is sent. */
	fileKind: FileKind;
}

export interface ComposerState extends Draft {
	setText: (text: string) => void;
	setFile: (file: File | null, kind?: FileKind) => void;
	/** Whether there is anything to send. */
	isReady: boolean;
	/** Whether the text is sent: a sticker and a voice note have none. */
	takesText: boolean;
	busy: boolean;
	error: ApiError | undefined;
	submit: () => void;
}

/**
 * The state of a message that is being written; it becomes empty when `send` has sent it. Its text is stored under
 * `draftKey` until then; null: it is not stored.
 */
export function useComposer(draftKey: string | null, send: (draft: Draft) => Promise<void>): ComposerState {
	const [text, change] = useState(() => (draftKey === null ? '' : readDraft(draftKey)));
	const typed = useRef(text);
	const setText = (next: string): void => {
		typed.current = next;
		change(next);
		if (draftKey !== null) keepDraft(draftKey, next);
	};
	const [chosen, setChosen] = useState<Pick<Draft, 'file' | 'fileKind'>>({ file: null, fileKind: 'file' });
	const { file, fileKind } = chosen;
	const setFile = (next: File | null, kind: FileKind = 'file'): void => {
		setChosen({ file: next, fileKind: kind });
	};
	const takesText = file === null || fileKind === 'file';
	const { run, busy, error } = useAction(async () => {
		await send({ text: takesText ? text : '', file, fileKind });
		// A sticker and a voice note have no caption: the text stays for the next message.
		if (takesText) setText(withoutSent(typed.current, text));
		setFile(null);
	});
	const isReady = text.trim() !== '' || file !== null;
	return {
		text,
		setText,
		file,
		fileKind,
		setFile,
		isReady,
		takesText,
		busy,
		error,
		submit() {
			if (isReady && !busy) void run();
		},
	};
}

/** Returns the text that was typed while another was being sent, which begins the next message. */
function withoutSent(typed: string, sent: string): string {
	return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;
}
