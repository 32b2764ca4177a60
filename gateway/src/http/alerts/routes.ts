import type { FastifyRequest } from 'fastify';
import { timestampOrNull } from '../../domain/clock.ts';
import { countFiring, listOpenAlerts, listResolvedAlerts } from '../../store/alerts/alerts.ts';
import { latestNotices, readMailHistory } from '../../store/alerts/notices.ts';
import type { AlertRow, Db } from '../../store/schema.ts';
import { acknowledgeAlert, muteAlert } from '../../alerts/change-alert.ts';
import { sendTestMail } from '../../alerts/mail/send-test-mail.ts';
import type { Mailer } from '../../alerts/mail/mailer.ts';
import { actorOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { CursorPage, cursorPage } from '../server/schemas/responses.ts';
import {
	Alert,
	AlertCount,
	FiringAlerts,
	MuteBody,
	NoFields,
	OneAlert,
	PastAlertsQuery,
	SentMail,
} from './schema.ts';
import { alertView } from './view.ts';

/** The alerts of the gateway, and the mails of them (additions). */
export const alertRoutes: Routes<'store' | 'clock' | 'newId' | 'mailer' | 'publicUrl'> = (app, deps) => {
	const { store, clock, mailer, publicUrl } = deps;
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'signed in', extension: true });
	const byCaller = (request: FastifyRequest) => ({ actor: actorOf(request), at: clock.now() });
	const CHANGE = { access: 'instances:write', concerns: 'all instances' } as const;

	defineRoute({
		method: 'GET',
		url: '/admin/v1/alerts',
		operationId: 'listFiringAlerts',
		summary: 'List the firing alerts, with the state of their mails',
		data: FiringAlerts,
		handler: async () => {
			const open = await listOpenAlerts(store.read);
			const rows = open.map(({ row }) => row).sort((a, b) => (a.id < b.id ? 1 : -1));
			return { firing: await viewsOf(store.read, rows), mail: await mailState(store.read, mailer) };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/alerts/count',
		operationId: 'countAlerts',
		summary: 'Count the alerts that are firing',
		data: AlertCount,
		handler: () => countFiring(store.read, clock.now()),
	});

	defineRoute({
		method: 'GET',
		url: '/admin/v1/alerts/past',
		operationId: 'listPastAlerts',
		summary: 'List the ended alerts, latest end first',
		querystring: PastAlertsQuery,
		response: CursorPage(Alert),
		handler: async ({ query: { limit = 50, before = null } }) => {
			const rows = await listResolvedAlerts(store.read, { before, limit: limit + 1 });
			const notices = await latestNotices(
				store.read,
				rows.map(({ id }) => id),
			);
			return cursorPage(
				rows,
				limit,
				(row) => alertView(row, notices.get(row.id)),
				({ id }) => id,
			);
		},
	});

	defineRoute({
		...CHANGE,
		method: 'POST',
		url: '/admin/v1/alerts/:alertId/acknowledge',
		operationId: 'acknowledgeAlert',
		summary: 'Acknowledge an alert, which ends its reminders',
		params: OneAlert,
		body: NoFields,
		data: Alert,
		errors: ['alert_not_found'],
		handler: async (request) => {
			const row = await acknowledgeAlert(deps, request.params.alertId, byCaller(request));
			return viewOf(store.read, row);
		},
	});

	defineRoute({
		...CHANGE,
		method: 'PUT',
		url: '/admin/v1/alerts/:alertId/mute',
		operationId: 'muteAlert',
		summary: 'Mute an alert, and later ones of the same kind and subject, for some hours',
		params: OneAlert,
		body: MuteBody,
		data: Alert,
		errors: ['alert_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			const row = await muteAlert(deps, params.alertId, body.hours, byCaller(request));
			return viewOf(store.read, row);
		},
	});

	defineRoute({
		...CHANGE,
		method: 'POST',
		url: '/admin/v1/alerts/test-mail',
		operationId: 'sendTestMail',
		summary: 'Send a test mail to the recipients of alerts',
		body: NoFields,
		data: SentMail,
		errors: ['mail_not_set_up', 'mail_not_sent'],
		handler: (request) =>
			sendTestMail(deps, publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`),
	});
	return Promise.resolve();
};

async function viewsOf(db: Db, rows: readonly AlertRow[]): Promise<Alert[]> {
	const notices = await latestNotices(
		db,
		rows.map(({ id }) => id),
	);
	return rows.map((row) => alertView(row, notices.get(row.id)));
}

async function viewOf(db: Db, row: AlertRow): Promise<Alert> {
	const notices = await latestNotices(db, [row.id]);
	return alertView(row, notices.get(row.id));
}

async function mailState(db: Db, mailer: Mailer | null): Promise<FiringAlerts['mail']> {
	if (mailer === null) return null;
	const { server, from, to } = mailer.settings;
	const { lastSentAt, lastError, waiting } = await readMailHistory(db);
	return {
		server: `${server.host}:${server.port}`,
		from,
		to: [...to],
		lastSentAt: timestampOrNull(lastSentAt),
		lastError: lastError?.error ?? null,
		waiting,
	};
}
