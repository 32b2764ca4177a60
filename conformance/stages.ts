import { checkBoundaries } from './checks/boundaries.ts';
import { checkContentTypes } from './checks/content-types.ts';
import type { Context } from './checks/context.ts';
import { checkDocumentLint } from './checks/document-lint.ts';
import { checkDocumentTables } from './checks/document-tables.ts';
import { checkEvents } from './checks/events.ts';
import { checkIdempotency } from './checks/idempotency.ts';
import { checkKeys } from './checks/keys.ts';
import { checkMethods } from './checks/methods.ts';
import { checkNaughtyStrings } from './checks/naughty-strings.ts';
import { checkCredits, checkFreePlan, checkGeneralRateLimit, checkHttps } from './checks/other-settings.ts';
import { checkOddTargets } from './checks/odd-targets.ts';
import { checkParticipants } from './checks/participants.ts';
import { checkRateLimits } from './checks/rate-limits.ts';
import { checkRawBodies } from './checks/raw-bodies.ts';
import { checkReadBack } from './checks/read-back.ts';
import { checkRealtime } from './checks/realtime.ts';
import { checkScenarios } from './checks/scenarios.ts';
import { checkNoOwner, checkSessions } from './checks/sessions.ts';
import { checkShuttingDown } from './checks/shutting-down.ts';
import { checkSuccesses } from './checks/successes.ts';
import { checkUploads } from './checks/uploads.ts';
import { checkUnknownFields } from './checks/unknown-fields.ts';
import { checkUnknownSubjects } from './checks/unknown-subjects.ts';
import { checkWrongTypes } from './checks/wrong-types.ts';
import type { ApiDocument } from './document/document.ts';
import { Session } from './exchange/session.ts';
import { checkGenerated } from './generated/generated.ts';
import type { Coverage } from './report/coverage.ts';
import type { Report } from './report/report.ts';
import { startGateway } from './server/gateway-process.ts';
import { startReceiver } from './server/receiver.ts';
import { World } from './world/world.ts';

/** One run of the checker over all gateways it starts. */
export interface Run {
	document: ApiDocument;
	report: Report;
	coverage: Coverage;
	seed: number;
	requests: number;
}

type Check = (context: Context) => Promise<unknown>;

/** What is checked, by name and in this order; each stage has a gateway of its own that knows nothing yet. */
export const STAGES: Readonly<Record<string, (run: Run) => Promise<void>>> = {
	document: async ({ document, report }) => {
		checkDocumentTables(document, report);
		await checkDocumentLint(report);
	},
	successes: onGateway(checkSuccesses),
	'unknown-fields': onGateway(checkUnknownFields),
	'wrong-types': onGateway(checkWrongTypes),
	boundaries: onGateway(checkBoundaries),
	methods: onGateway(checkMethods),
	'odd-targets': onEmptyGateway(checkOddTargets),
	'content-types': onGateway(checkContentTypes),
	keys: onGateway(checkKeys),
	sessions: onGateway(checkSessions),
	'no-owner': onEmptyGateway(checkNoOwner),
	'unknown-subjects': onGateway(checkUnknownSubjects),
	scenarios: onGateway(checkScenarios),
	participants: onGateway(checkParticipants),
	idempotency: onGateway(checkIdempotency),
	uploads: onGateway(checkUploads),
	events: onGateway(checkEvents),
	realtime: onGateway(checkRealtime),
	'free-plan': onEmptyGateway(checkFreePlan, { GATEWAY_PLAN: 'free' }),
	credits: onEmptyGateway(checkCredits, { GATEWAY_CREDITS: '1' }),
	https: onGateway(checkHttps, { GATEWAY_TRUST_PROXY: '127.0.0.0/8' }),
	'rate-limits': onEmptyGateway(checkRateLimits, {
		GATEWAY_RATE_LIMITS: 'messages=100,instances=50,webhooks=100,general=500',
	}),
	'general-rate-limit': onEmptyGateway(checkGeneralRateLimit, {
		GATEWAY_RATE_LIMITS: 'general=1,page=1',
	}),
	'shutting-down': onEmptyGateway(checkShuttingDown),
	'raw-bodies': onGateway(checkRawBodies),
	'naughty-strings': onGateway(checkNaughtyStrings),
	'read-back': onGateway(checkReadBack),
	generated: (run) => onGateway((context) => checkGenerated(context, run.seed, run.requests))(run),
};

/** A stage on a fresh gateway where everything exists that requests can be about. */
function onGateway(
	check: Check,
	settings: Readonly<Record<string, string>> = {},
): (run: Run) => Promise<void> {
	return onEmptyGateway(async (context) => {
		context.known = await context.world.known();
		await check(context);
	}, settings);
}

/** A stage on a fresh gateway in which nothing exists yet. */
function onEmptyGateway(
	check: Check,
	settings: Readonly<Record<string, string>> = {},
): (run: Run) => Promise<void> {
	return async ({ document, report, coverage }) => {
		const gateway = await startGateway(settings);
		const session = new Session(gateway, document, report, coverage);
		const receiver = await startReceiver();
		try {
			await check({ session, world: new World(session, receiver), known: {}, report });
			report.check(
				'process',
				`ended on its own with ${String(gateway.exitCode())}`,
				gateway.exitCode() === null || check === checkShuttingDown,
				() => gateway.log(),
			);
		} finally {
			await session.close();
			await receiver.close();
		}
	};
}
