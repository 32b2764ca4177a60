import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { loadCode } from '../../loading/load-code.ts';

const loadExport = () => import('../../phone/scenario/download-chat.ts');

/** Saves the chat as a scenario that contains nothing personal, to play it against a workflow. */
export function ExportChat({ instanceId, chatId }: { instanceId: string; chatId: string }) {
	const exporting = useAction(async () => {
		const { downloadChat } = await loadCode(loadExport);
		await downloadChat(instanceId, chatId);
	});
	return (
		<>
			<div class="chat-menu-line">
				<Button busy={exporting.busy} onClick={() => void exporting.run()}>
					Export as a scenario
				</Button>
			</div>
			<p>
				The latest 500 messages, with their pauses. Names, numbers and uncommon words are replaced: read the
				file before you share it.
			</p>
			{exporting.error !== undefined && <ErrorAlert error={exporting.error} />}
		</>
	);
}
