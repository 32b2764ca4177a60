import { mediaPathOf } from '../../api/messages.ts';
import type { MessageDetail } from '../../api/types.ts';
import { FileButton } from '../../components/files/file-button.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { Picture } from '../../components/files/picture.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useFileUrl } from '../../api/hooks/use-file-url.ts';
import './message-file.css';

/** The file of a message: a picture, a player or a download. */
export function MessageFile({ message }: { message: MessageDetail }) {
	const { media, mediaError, type, messageId } = message;
	if (media === null) return null;
	if (mediaError !== undefined) return <p class="soft">{mediaError.message}</p>;
	if (!media.available)
		return <p class="soft">The gateway does not have the file: it has not arrived yet, or was removed.</p>;
	const path = mediaPathOf(messageId);
	const name = media.filename ?? `The ${type}`;
	return (
		<>
			{(type === 'image' || type === 'sticker') && (
				<Picture class="file-picture" path={path} alt={media.caption ?? 'The picture of this message'} />
			)}
			{(type === 'audio' || type === 'video') && <Player path={path} type={type} />}
			<p class="line">
				<FileButton path={path}>
					<Icon name="file" />
					{name}
				</FileButton>
				<span class="faint">{media.mimeType}</span>
			</p>
		</>
	);
}

function Player({ path, type }: { path: string; type: 'audio' | 'video' }) {
	const { url, error } = useFileUrl(path);
	if (error !== undefined) return <ErrorAlert error={error} />;
	if (url === undefined) return <Loading what={`Loading the ${type}`} />;
	if (type === 'audio') return <audio controls src={url} />;
	return <video class="file-picture" controls src={url} />;
}
