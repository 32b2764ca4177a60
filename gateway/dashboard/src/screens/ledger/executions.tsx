import { request } from '../../api/request.ts';
import type { Executions } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { formatInteger } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { hrefTo } from '../../routing/location.ts';
import { LedgerTable } from './ledger-table.tsx';

/** The executions in n8n of the workflows that webhooks belong to, hour by hour. `from` is an ISO 8601 date. */
export function N8nExecutions({ from, round }: { from: string; round: number }) {
	const executions = useLoad(`executions ${from} ${round}`, (signal) =>
		request<{ data: Executions }>('GET', '/v1/ledger/executions', { query: { from }, signal }),
	);
	return (
		<Panel title="What n8n executed">
			<LoadedView of={executions}>
				{({ data: { state, message, hours } }) => {
					if (state === 'not_set_up') return <p class="soft">{message}</p>;
					if (state === 'unreadable') return <Notice tone="caution">{message}</Notice>;
					if (hours.length === 0) {
						return <p class="soft">Nothing in these hours, of workflows with a webhook here.</p>;
					}
					return <ExecutionsTable hours={hours} />;
				}}
			</LoadedView>
		</Panel>
	);
}

const COLUMNS = ['Delivered', 'Started', 'Succeeded', 'Failed'] as const;

function ExecutionsTable({ hours }: Pick<Executions, 'hours'>) {
	return (
		<>
			<LedgerTable label="Executions of n8n" subject="Workflow" numbers={COLUMNS}>
				{hours.map(({ from, workflowId, workflowName, webhookId, ...counts }) => (
					<tr key={`${from} ${workflowId} ${webhookId}`}>
						<th scope="row">
							<Timestamp at={from} />
						</th>
						<td>
							<a href={hrefTo('webhooks', webhookId)} dir="auto">
								{workflowName}
							</a>
						</td>
						<td class="number">{formatInteger(counts.delivered)}</td>
						<td class="number">
							{counts.truncated && 'at least '}
							{formatInteger(counts.started)}
						</td>
						<td class="number">{formatInteger(counts.succeeded)}</td>
						<td class="number">{formatInteger(counts.failed)}</td>
					</tr>
				))}
			</LedgerTable>
			<p class="soft small">
				A workflow may start less often than deliveries arrive, because the trigger ignores repeated events.
			</p>
		</>
	);
}
