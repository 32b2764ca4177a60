import { useState } from 'preact/hooks';
import { endAllSessions, endSession, listSessions } from '../../api/admin.ts';
import type { OwnerSession } from '../../api/types.ts';
import { sessionEnded } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { Ago } from '../../components/ago.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Problem } from '../../components/problem.tsx';
import { browserOf } from './browser.ts';

/** Where the owner is signed in. */
export function Sessions() {
	const sessions = useLoad('sessions', listSessions);
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
			{ending.error !== undefined && <Problem error={ending.error} />}
			<LoadedView of={sessions}>
				{(all) => (
					<ul class="rows">
						{all.map((session) => (
							<li key={session.sessionId}>
								<Row session={session} busy={ending.busy} onEnd={() => void ending.run(session.sessionId)} />
							</li>
						))}
					</ul>
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
					All sessions end, this one too. API keys go on working.
				</ConfirmDialog>
			)}
		</Panel>
	);
}

function Row({ session, busy, onEnd }: { session: OwnerSession; busy: boolean; onEnd: () => void }) {
	const name = browserOf(session.userAgent);
	return (
		<article class="row" aria-label={name}>
			<div class="row-main">
				<span class="row-title">{name}</span>
				<span class="row-sub">
					{session.address} · signed in <Moment at={session.createdAt} />, used{' '}
					<Ago at={session.lastUsedAt} />
				</span>
			</div>
			{session.current ? (
				<Badge tone="good">This session</Badge>
			) : (
				<Button busy={busy} onClick={onEnd}>
					End it
				</Button>
			)}
		</article>
	);
}
