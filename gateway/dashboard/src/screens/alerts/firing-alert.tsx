import { acknowledgeAlert, muteAlert } from '../../api/alerts.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { Alert } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatCount } from '../../components/display/format.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { MailError } from './mail-error.tsx';
import './alerts.css';

/** Hours for which the button mutes an alert. */
const HOURS = 24;

/** An alert that is firing, with what to do about it. */
export function FiringAlert({ alert, onChanged }: { alert: Alert; onChanged: () => void }) {
	const isMuted = alert.mutedUntil !== null && Date.parse(alert.mutedUntil) > Date.now();
	return (
		<Row
			label={alert.message}
			title={alert.message}
			side={
				<RowSide>
					<RelativeTime at={alert.since} />
					{isMuted ? <Badge tone="plain">Muted</Badge> : <State of={alert} />}
				</RowSide>
			}
		>
			<RowDetail>{alert.advice}</RowDetail>
			{alert.recurrences > 0 && (
				<RowDetail>It came back {formatCount(alert.recurrences, 'time')} since it began.</RowDetail>
			)}
			{isMuted && alert.mutedUntil !== null && (
				<RowDetail>
					It sends no notices until <Timestamp at={alert.mutedUntil} />.
				</RowDetail>
			)}
			<MailError of={alert} />
			<span class="alert-actions">
				<a href={`#${alert.screen}`}>Show it</a>
				{mayWrite() && <Actions alert={alert} isMuted={isMuted} onChanged={onChanged} />}
			</span>
		</Row>
	);
}

function State({ of }: { of: Alert }) {
	return of.acknowledgedAt === null ? (
		<Badge tone="bad">Firing</Badge>
	) : (
		<Badge tone="caution">Acknowledged</Badge>
	);
}

function Actions({ alert, isMuted, onChanged }: { alert: Alert; isMuted: boolean; onChanged: () => void }) {
	const acknowledging = useAction(async () => {
		await acknowledgeAlert(alert.alertId);
		onChanged();
	});
	const muting = useAction(async (hours: number | null) => {
		await muteAlert(alert.alertId, hours);
		onChanged();
	});
	const error = acknowledging.error ?? muting.error;
	return (
		<>
			{alert.acknowledgedAt === null && (
				<Button busy={acknowledging.busy} onClick={() => void acknowledging.run()}>
					Acknowledge
				</Button>
			)}
			<Button busy={muting.busy} onClick={() => void muting.run(isMuted ? null : HOURS)}>
				{isMuted ? 'Unmute' : 'Mute for a day'}
			</Button>
			{error !== undefined && <ErrorAlert error={error} />}
		</>
	);
}
