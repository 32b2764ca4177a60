import { mediaUrlOf } from '../../api/messages.ts';
import type { MessageDetail } from '../../api/types.ts';
import { Icon } from '../../components/display/icon.tsx';
import './message-file.css';

/** The file of a message: a picture, a player or a download. */
export function MessageFile({ message }: { message: MessageDetail }) {
	const { media, mediaError, type, messageId } = message;
	if (media === null) return null;
	if (mediaError !== undefined) return <p class="soft">{mediaError.message}</p>;
	if (!media.available) return <p class="soft">The file is not there: not yet, or not any more.</p>;
	const address = mediaUrlOf(messageId);
	const name = media.filename ?? `The ${type}`;
	return (
		<>
			{type === 'image' && (
				<img class="file-picture" src={address} alt={media.caption ?? 'The picture of this message'} />
			)}
			{type === 'audio' && <audio controls preload="metadata" src={address} />}
			{type === 'video' && <video class="file-picture" controls preload="metadata" src={address} />}
			<p class="line">
				<Icon name="file" />
				<a href={address} download>
					{name}
				</a>
				<span class="faint">{media.mimeType}</span>
			</p>
		</>
	);
}
