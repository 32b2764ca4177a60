import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { RetryPreview } from './retry-preview.tsx';

interface Properties {
	webhookId: string;
	deliveryIds: readonly string[];
	act: () => Promise<unknown>;
	onDone: () => void;
	onClose: () => void;
}

/** Shows the deliveries that a retry of the selection affects, and asks for confirmation. */
export function RetryDialog({ webhookId, deliveryIds, act, onDone, onClose }: Properties) {
	const { run, busy, error } = useAction(async () => {
		await act();
		onDone();
	});
	return (
		<Dialog title="Retry these deliveries now?" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Retry now
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<RetryPreview webhookId={webhookId} selection={{ deliveryIds: [...deliveryIds] }} />
			</Form>
		</Dialog>
	);
}
