import type { Alert } from '../../api/types.ts';
import { formatDuration } from '../../components/display/format.ts';
import { OptionalTimestamp, Timestamp } from '../../components/display/timestamp.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { MailError } from './mail-error.tsx';

/** An alert that ended. */
export function PastAlert({ alert }: { alert: Alert }) {
	const { since, resolvedAt } = alert;
	const seconds = resolvedAt === null ? 0 : (Date.parse(resolvedAt) - Date.parse(since)) / 1000;
	return (
		<Row
			label={alert.message}
			title={alert.message}
			side={
				<RowSide>
					<OptionalTimestamp at={resolvedAt} none="Not ended" />
				</RowSide>
			}
		>
			<RowDetail>
				From <Timestamp at={since} />, for {formatDuration(Math.max(0, seconds))}.{' '}
				<a href={`#${alert.screen}`}>Show it</a>
			</RowDetail>
			<MailError of={alert} />
		</Row>
	);
}
