import { useState } from 'preact/hooks';
import { useFileUrl } from '../../api/hooks/use-file-url.ts';
import { FileButton } from '../files/file-button.tsx';
import { formatDuration } from '../display/format.ts';
import { Icon } from '../display/icon.tsx';
import { Picture } from '../files/picture.tsx';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Button } from '../forms/button.tsx';
import type { ShownFile, ShownMessage } from './shown-message.ts';

interface Properties {
	file: ShownFile;
	/** The message of the file. */
	of: Pick<ShownMessage, 'type' | 'voice' | 'duration'>;
}

/** The file of a message: a picture, a sticker, a player, or a button that downloads it. */
export function FileView({ file: { path, label }, of: { type, voice, duration } }: Properties) {
	if (type === 'image') return <Picture class="bubble-picture" path={path} alt="Picture" />;
	if (type === 'sticker') return <Picture class="bubble-sticker" path={path} alt="Sticker" />;
	if (type === 'audio') {
		return <Player path={path} name={voice === true ? 'Voice note' : 'Audio'} duration={duration} />;
	}
	return (
		<FileButton path={path}>
			<Icon name="file" />
			<bdi>{label}</bdi>
			{duration !== undefined && <span class="number">{formatDuration(duration)}</span>}
		</FileButton>
	);
}

/** Plays a sound. It is loaded when it is played for the first time: a chat may have hundreds. */
function Player({ path, name, duration }: { path: string; name: string; duration: number | undefined }) {
	const [open, setOpen] = useState(false);
	const length = duration === undefined ? null : formatDuration(duration);
	if (open) return <LoadedPlayer path={path} name={name} length={length} />;
	return (
		<p class="bubble-player">
			<Button
				icon="play"
				label={`Play the ${name.toLowerCase()}`}
				onClick={() => {
					setOpen(true);
				}}
			/>
			<span>{name}</span>
			{length !== null && <span class="number soft">{length}</span>}
		</p>
	);
}

function LoadedPlayer({ path, name, length }: { path: string; name: string; length: string | null }) {
	const { url, error } = useFileUrl(path);
	if (error !== undefined) return <ErrorAlert error={error} />;
	return (
		<div class="bubble-player">
			<span>{name}</span>
			{length !== null && <span class="number soft">{length}</span>}
			{url === undefined ? (
				<Loading what={`Loading the ${name.toLowerCase()}`} />
			) : (
				<audio controls autoPlay src={url} aria-label={name} />
			)}
		</div>
	);
}
