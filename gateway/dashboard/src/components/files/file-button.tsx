import type { ComponentChildren } from 'preact';
import { requestFile } from '../../api/request.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { saveFile } from './save-file.ts';
import './file-button.css';

/** Downloads a file of the gateway; it looks like a link. */
export function FileButton({ path, children }: { path: string; children: ComponentChildren }) {
	const { run, busy, error } = useAction(async () => {
		const { content, name } = await requestFile(path);
		saveFile(content, name ?? 'file');
	});
	return (
		<>
			<button type="button" class="file-button" aria-busy={busy} disabled={busy} onClick={() => void run()}>
				{children}
			</button>
			{error !== undefined && <ErrorAlert error={error} />}
		</>
	);
}
