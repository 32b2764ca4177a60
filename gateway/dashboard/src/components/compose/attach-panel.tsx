import { useRef } from 'preact/hooks';
import type { IconName } from '../display/icon.tsx';
import { Button } from '../forms/button.tsx';
import type { FileKind } from './sent-kinds.ts';
import './attach-panel.css';

/** The kinds of messages besides texts and ordinary files. */
export type Attachable = 'sticker' | 'voice' | 'location' | 'contact' | 'poll' | 'later';

/** The kinds with a form of their own. */
export type FormKind = Exclude<Attachable, 'sticker' | 'voice'>;

const ENTRIES: readonly { kind: Attachable; icon: IconName; label: string }[] = [
	{ kind: 'voice', icon: 'mic', label: 'Voice note' },
	{ kind: 'sticker', icon: 'sticker', label: 'Sticker' },
	{ kind: 'location', icon: 'pin', label: 'Location' },
	{ kind: 'contact', icon: 'person', label: 'Contact' },
	{ kind: 'poll', icon: 'poll', label: 'Poll' },
	{ kind: 'later', icon: 'clock', label: 'Send later' },
];

const ACCEPTED: Record<'sticker' | 'voice', { label: string; accept: string }> = {
	sticker: { label: 'Sticker to send', accept: 'image/webp,.webp' },
	voice: { label: 'Voice note to send', accept: 'audio/*,.ogg,.opus' },
};

interface Properties {
	/** The kinds that the network of this chat accepts. */
	offered: readonly Attachable[];
	onFile: (file: File, kind: FileKind) => void;
	onForm: (kind: FormKind) => void;
}

/** The panel that offers the kinds of messages. */
export function AttachPanel({ offered, onFile, onForm }: Properties) {
	const sticker = useRef<HTMLInputElement>(null);
	const voice = useRef<HTMLInputElement>(null);
	const chooser = { sticker, voice };
	return (
		<div class="attach-panel" role="group" aria-label="What to send">
			{(['sticker', 'voice'] as const).map((kind) => (
				<input
					key={kind}
					ref={chooser[kind]}
					type="file"
					hidden
					accept={ACCEPTED[kind].accept}
					aria-label={ACCEPTED[kind].label}
					onChange={(event) => {
						const [file] = event.currentTarget.files ?? [];
						if (file !== undefined) onFile(file, kind);
						event.currentTarget.value = '';
					}}
				/>
			))}
			{ENTRIES.filter(({ kind }) => offered.includes(kind)).map(({ kind, icon, label }) => (
				<Button
					key={kind}
					kind="quiet"
					icon={icon}
					onClick={() => {
						if (kind === 'sticker' || kind === 'voice') chooser[kind].current?.click();
						else onForm(kind);
					}}
				>
					{label}
				</Button>
			))}
		</div>
	);
}
