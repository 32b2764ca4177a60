import { screenOf } from '../../domain/alerts/alert.ts';
import { timestamp } from '../../domain/clock.ts';
import type { AlertRow } from '../../store/schema.ts';
import type { ClaimedNotice } from '../../store/alerts/notices.ts';
import type { Mail } from './mailer.ts';

/** The beginning of the subject of each notice. */
const PREFIXES = { firing: 'Alert', reminder: 'Still alerting', resolved: 'Resolved' } as const;

/** Writes the mail of notices, of which there is at least one. `pageUrl` has no slash at the end. */
export function composeMail(notices: readonly [ClaimedNotice, ...ClaimedNotice[]], pageUrl: string): Mail {
	const [{ notice, alert }] = notices;
	const isOne = notices.length === 1;
	const footer = `All alerts, and how to mute them: ${pageUrl}/#/alerts\n`;
	return {
		id: notice.id,
		// Mail programs show the mails of one alert as one conversation.
		about: isOne ? alert.id : null,
		subject: isOne ? `${PREFIXES[notice.kind]}: ${alert.message}` : subjectOf(notices),
		text: `${notices.map((one) => paragraphOf(one, pageUrl)).join('\n')}\n${footer}`,
	};
}

/** Composes the test mail. */
export function composeTestMail(id: string, pageUrl: string): Mail {
	return {
		id,
		about: null,
		subject: 'Test: mails of the messaging gateway arrive',
		text: `This is a test mail of the messaging gateway at ${pageUrl}\nAlerts will arrive at this address.\n`,
	};
}

function subjectOf(notices: readonly ClaimedNotice[]): string {
	const resolved = notices.filter(({ notice }) => notice.kind === 'resolved').length;
	const firing = notices.length - resolved;
	const parts = [firing > 0 ? `${firing} alerts` : '', resolved > 0 ? `${resolved} resolved` : ''];
	return `Alerts: ${parts.filter((part) => part !== '').join(', ')}`;
}

function paragraphOf({ notice, alert }: ClaimedNotice, pageUrl: string): string {
	const lines =
		notice.kind === 'resolved'
			? [`Resolved: ${alert.message}`, `From ${timestamp(alert.since)} to ${endOf(alert)}.`]
			: [
					`${PREFIXES[notice.kind]}: ${alert.message}`,
					`Since ${timestamp(alert.since)}.`,
					`What to do: ${alert.advice}`,
				];
	return [...lines, `${pageUrl}/#${screenOf(alert)}`, ''].join('\n');
}

function endOf({ resolved_at: at, since }: AlertRow): string {
	return timestamp(at ?? since);
}
