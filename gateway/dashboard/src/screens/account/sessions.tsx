import { useState } from 'preact/hooks';
import { endAllSessions, endSession, listSessions } from '../../api/admin.ts';
import type { UserSession } from '../../api/types.ts';
import { sessionEnded } from '../../api/sign-in/session.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Badge } from '../../components/badges/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { browserOf } from './browser.ts';
import { Row, RowDetail } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';

/** The user's sessions. */
export function Sessions() {
	const sessions = useLoad('sessions', listSessions);
	useRegularReload(sessions.poll);
	const [asking, setAsking] = useState(false);
	const ending = useAction(async (sessionId: string) => {
		await endSession(sessionId);
		sessions.reload();
	});
	return (
		<Panel
			title="Sessions"
			actions={
				<Button
					kind="danger"
					icon="leave"
					onClick={() => {
						setAsking(true);
					}}
				>
					Sign out everywhere
				</Button>
			}
		>
			{ending.error !== undefined && <ErrorAlert error={ending.error} />}
			<LoadedView of={sessions}>
				{(all) => (
					<Rows items={all} keyOf={({ sessionId }) => sessionId}>
						{(session) => (
							<SessionRow
								session={session}
								busy={ending.busy}
								onEnd={() => void ending.run(session.sessionId)}
							/>
						)}
					</Rows>
				)}
			</LoadedView>
			{asking && (
				<ConfirmDialog
					title="Sign out everywhere?"
					confirm="Sign out everywhere"
					act={endAllSessions}
					onDone={() => {
						sessionEnded('signed_out');
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					All sessions end, this one too. API keys stay valid.
				</ConfirmDialog>
			)}
		</Panel>
	);
}

interface RowProperties {
	session: UserSession;
	busy: boolean;
	onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProperties) {
	const name = browserOf(session.userAgent);
	return (
		<Row
			label={name}
			title={name}
			side={
				session.current ? (
					<Badge tone="good">This session</Badge>
				) : (
					<Button busy={busy} onClick={onEnd}>
						End it
					</Button>
				)
			}
		>
			<RowDetail>
				{session.address} · signed in <Timestamp at={session.createdAt} />, used{' '}
				<RelativeTime at={session.lastUsedAt} />
			</RowDetail>
		</Row>
	);
}
