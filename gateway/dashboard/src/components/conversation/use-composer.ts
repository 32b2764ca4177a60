import { useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../api/use-action.ts';

export interface Draft {
	text: string;
	file: File | null;
}

export interface ComposerState extends Draft {
	setText: (text: string) => void;
	setFile: (file: File | null) => void;
	/** Whether there is anything to send. */
	isReady: boolean;
	busy: boolean;
	error: ApiError | undefined;
	submit: () => void;
}

/** The state of a message that is being written; it becomes empty when `send` has sent it. */
export function useComposer(send: (draft: Draft) => Promise<void>): ComposerState {
	const [text, setText] = useState('');
	const [file, setFile] = useState<File | null>(null);
	const { run, busy, error } = useAction(async () => {
		await send({ text, file });
		setText('');
		setFile(null);
	});
	const isReady = text.trim() !== '' || file !== null;
	return {
		text,
		setText,
		file,
		setFile,
		isReady,
		busy,
		error,
		submit() {
			if (isReady && !busy) void run();
		},
	};
}
