import { useState } from 'preact/hooks';
import type { Delivery } from '../../api/types.ts';
import { retryDeliveries, skipDeliveries } from '../../api/webhooks.ts';
import { formatCount } from '../../components/display/format.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { RetryDialog } from './retry-dialog.tsx';

/** Most deliveries of one request. */
const LIMIT = 100;
const OPEN: readonly Delivery['status'][] = ['pending', 'waiting', 'collecting'];

interface Properties {
	webhookId: string;
	/** The deliveries of the list, as far as it is loaded. */
	shown: readonly Delivery[];
	selected: ReadonlySet<string>;
	onSelect: (ids: ReadonlySet<string>) => void;
	/** Called after deliveries were changed. */
	onChanged: () => void;
}

/** The actions on the selected deliveries. */
export function SelectedDeliveries({ webhookId, shown, selected, onSelect, onChanged }: Properties) {
	const [asking, setAsking] = useState<'retry' | 'skip' | null>(null);
	const chosen = shown.filter(({ id }) => selected.has(id));
	const ids = chosen.map(({ id }) => id);
	const open = chosen.filter(({ status }) => OPEN.includes(status)).map(({ id }) => id);
	const close = () => {
		setAsking(null);
	};
	const done = () => {
		close();
		onSelect(new Set());
		onChanged();
	};
	return (
		<div class="delivery-actions" role="group" aria-label="Selected deliveries">
			<span role="status">{ids.length === 0 ? 'None selected' : `${ids.length} selected`}</span>
			<Button
				disabled={shown.length === 0}
				onClick={() => {
					onSelect(new Set(shown.slice(0, LIMIT).map(({ id }) => id)));
				}}
			>
				{shown.length > LIMIT ? `Select the newest ${LIMIT}` : 'Select all'}
			</Button>
			{ids.length > 0 && (
				<>
					<Button
						kind="main"
						icon="retry"
						disabled={ids.length > LIMIT}
						onClick={() => {
							setAsking('retry');
						}}
					>
						Retry now
					</Button>
					{open.length > 0 && (
						<Button
							disabled={open.length > LIMIT}
							onClick={() => {
								setAsking('skip');
							}}
						>
							Skip
						</Button>
					)}
					<Button
						kind="quiet"
						onClick={() => {
							onSelect(new Set());
						}}
					>
						Select none
					</Button>
					{ids.length > LIMIT && <span>At most {LIMIT} at once.</span>}
				</>
			)}
			{asking === 'retry' && (
				<RetryDialog
					webhookId={webhookId}
					deliveryIds={ids}
					act={() => retryDeliveries(webhookId, ids)}
					onDone={done}
					onClose={close}
				/>
			)}
			{asking === 'skip' && (
				<ConfirmDialog
					title={`Skip ${formatCount(open.length, 'delivery', 'deliveries')}?`}
					confirm="Skip"
					act={() => skipDeliveries(webhookId, open)}
					onDone={done}
					onClose={close}
				>
					This cancels the open ones among the selected deliveries. You can still deliver each of them again.
				</ConfirmDialog>
			)}
		</div>
	);
}
