import { useRef } from 'preact/hooks';
import { sendMessage, uploadFile } from '../../api/messages.ts';
import type { Upload } from '../../api/types.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { Composer } from '../../components/conversation/composer.tsx';
import { useComposer } from '../../components/conversation/use-composer.ts';

/** Maximum number of characters of a text and of a caption. */
const TEXT_LIMIT = 4096;
const CAPTION_LIMIT = 1024;

interface Properties {
	instanceId: string;
	to: string;
	onSent: () => void;
}

/** Writes a message of the instance. */
export function InstanceComposer({ instanceId, to, onSent }: Properties) {
	const uploaded = useRef<{ file: File; upload: Upload } | null>(null);
	const composer = useComposer(async ({ text, file }) => {
		if (file === null) await sendMessage({ instanceId, to, message: text }, idempotencyKey);
		else {
			// A file whose message failed is not uploaded a second time.
			if (uploaded.current?.file !== file) uploaded.current = { file, upload: await uploadFile(file) };
			const fields = fileFields(uploaded.current.upload, file, text);
			await sendMessage({ instanceId, to, ...fields }, idempotencyKey);
		}
		onSent();
	});
	const { text, file } = composer;
	const idempotencyKey = useIdempotencyKey(instanceId, to, text, file);
	return (
		<Composer
			state={composer}
			label={file === null ? 'Message' : 'Caption'}
			placeholder={file === null ? 'Write a message' : 'Write a caption'}
			maxLength={file === null ? TEXT_LIMIT : CAPTION_LIMIT}
			files={{ label: 'File to send', button: 'Attach a file' }}
		/>
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
