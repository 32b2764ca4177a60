import type { Routes } from './server/dependencies.ts';
import { alertRoutes } from './alerts/routes.ts';
import { chatChangeRoutes } from './chats/change-routes.ts';
import { chatEventRoutes } from './chats/event-routes.ts';
import { noteRoutes } from './chats/note-routes.ts';
import { chatOwnerRoutes } from './chats/owner-routes.ts';
import { chatRoutes } from './chats/routes.ts';
import { adminEventRoutes } from './admin/events-routes.ts';
import { adminFindRoutes } from './admin/find-routes.ts';
import { adminKeyRoutes } from './admin/keys-routes.ts';
import { adminOverviewRoutes } from './admin/overview-routes.ts';
import { contactBlockRoutes } from './contacts/block-routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { queueRoutes } from './deliveries/queue-routes.ts';
import { selectionRoutes } from './deliveries/selection-routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { groupSettingsRoutes } from './groups/settings-routes.ts';
import { healthRoutes } from './operations/health.ts';
import { historyRoutes } from './chats/history-routes.ts';
import { searchRoutes } from './search/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { instanceConnectionRoutes } from './instances/connection-routes.ts';
import { instanceProfileRoutes } from './instances/profile-routes.ts';
import { instanceRoutes } from './instances/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { messageChangeRoutes } from './messages/change-routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { metricsRoutes } from './operations/metrics.ts';
import { probeRoutes } from './operations/probes.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { accountRoutes } from './users/account-routes.ts';
import { sessionRoutes } from './users/session-routes.ts';
import { signInRoutes } from './users/sign-in-routes.ts';
import { userRoutes } from './users/users-routes.ts';
import { usageRoutes } from './operations/usage.ts';
import { webhookDeliveryRoutes } from './deliveries/webhook-routes.ts';
import { webhookMaintenanceRoutes } from './webhooks/maintenance-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The sessions, links and second factors of people, who do not live in simulated time. */
const PEOPLE_ROUTES: readonly Routes[] = [signInRoutes, sessionRoutes, accountRoutes, userRoutes];

/** Gives routes the real clock. The result keeps their name, which is that of their Fastify plugin. */
function inRealTime(routes: Routes): Routes {
	const inReal: Routes = (app, deps) => routes(app, { ...deps, clock: deps.realClock });
	return Object.defineProperty(inReal, 'name', { value: routes.name });
}

/** The routes of every gateway, in the order of the OpenAPI document. */
export const ROUTES: readonly Routes[] = [
	healthRoutes,
	probeRoutes,
	metricsRoutes,
	usageRoutes,
	instanceRoutes,
	instanceConnectionRoutes,
	instanceProfileRoutes,
	messageRoutes,
	messageChangeRoutes,
	historyRoutes,
	searchRoutes,
	chatRoutes,
	chatChangeRoutes,
	chatOwnerRoutes,
	noteRoutes,
	chatEventRoutes,
	templateRoutes,
	mediaRoutes,
	contactRoutes,
	contactBlockRoutes,
	groupRoutes,
	groupSettingsRoutes,
	webhookRoutes,
	webhookDeliveryRoutes,
	deliveryRoutes,
	queueRoutes,
	selectionRoutes,
	webhookMaintenanceRoutes,
	ledgerRoutes,
	realtimeRoutes,
	...PEOPLE_ROUTES.map(inRealTime),
	adminKeyRoutes,
	adminOverviewRoutes,
	adminEventRoutes,
	adminFindRoutes,
	alertRoutes,
];
