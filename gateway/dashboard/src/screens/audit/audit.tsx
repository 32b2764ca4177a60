import { listAudit } from '../../api/admin-lists.ts';
import type { AuditEntry } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { wordsFor } from './actions.ts';

const ROW_HEIGHT = 64;

/** Who did what to keys, instances and webhooks. */
export default function Audit() {
	const list = usePages<AuditEntry>({ key: 'audit', keyOf: ({ auditId }) => auditId, load: listAudit });
	return (
		<>
			<PageHeader
				title="Audit log"
				about="Who did what to keys, instances and webhooks, and when. Nothing is ever changed or taken out here."
			/>
			{list.error !== undefined && <ErrorAlert error={list.error} onRetry={list.refresh} />}
			{list.items === undefined && list.error === undefined && <Loading />}
			{list.items?.length === 0 && (
				<EmptyState title="Nothing yet" icon="list">
					Whatever is created, changed or deleted from now on is noted here.
				</EmptyState>
			)}
			{list.items !== undefined && list.items.length > 0 && (
				<div class="windowed-frame">
					<WindowedList
						label="Audit log"
						items={list.items}
						keyOf={({ auditId }) => auditId}
						rowHeight={ROW_HEIGHT}
						onEnd={list.more}
					>
						{(entry) => <Row entry={entry} />}
					</WindowedList>
				</div>
			)}
		</>
	);
}

function Row({ entry }: { entry: AuditEntry }) {
	return (
		<article class="row">
			<div class="row-main">
				<span class="row-title">{wordsFor(entry.action)}</span>
				<span class="row-sub">
					<code>{entry.target}</code>
					{entry.details !== null && <> {detailsOf(entry.details)}</>}
				</span>
			</div>
			<div class="row-side">
				<span>
					by <code>{entry.actor}</code>
				</span>
				<Timestamp at={entry.at} seconds />
			</div>
		</article>
	);
}

/** `name: n8n, expires: never`. */
function detailsOf(details: Record<string, unknown>): string {
	return Object.entries(details)
		.map(([name, value]) => `${name}: ${textOf(value)}`)
		.join(' · ');
}

function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(', ');
	return typeof value === 'string' ? value : JSON.stringify(value);
}
