import { checkBoundaries } from './checks/input/boundaries.ts';
import { checkContentTypes } from './checks/input/content-types.ts';
import { checkCapabilities } from './checks/behavior/capabilities.ts';
import type { Context } from './checks/context.ts';
import { checkDocumentLint } from './checks/document/document-lint.ts';
import { checkDocumentTables } from './checks/document/document-tables.ts';
import { checkEvents } from './checks/behavior/events.ts';
import { checkIdempotency } from './checks/behavior/idempotency.ts';
import { checkHostileObjects } from './checks/input/hostile-objects.ts';
import { checkKeys } from './checks/access/keys.ts';
import { checkMethods } from './checks/input/methods.ts';
import { checkNaughtyStrings } from './checks/input/naughty-strings.ts';
import {
	checkCredits,
	checkFreePlan,
	checkGeneralRateLimit,
	checkHttps,
} from './checks/access/configuration.ts';
import { checkUnknownPaths } from './checks/input/unknown-paths.ts';
import { checkParticipants } from './checks/behavior/participants.ts';
import { checkRateLimits } from './checks/access/rate-limits.ts';
import { checkRawBodies } from './checks/input/raw-bodies.ts';
import { checkRoundTrip } from './checks/behavior/round-trip.ts';
import { checkRealtime } from './checks/behavior/realtime.ts';
import { checkScenarios } from './checks/behavior/scenarios.ts';
import {
	checkConfirmations,
	checkNoOwner,
	checkProxySignIn,
	checkRequiredSecondFactor,
	checkSessions,
	PROXY_SECRET,
} from './checks/access/sessions.ts';
import { checkShutdown } from './checks/behavior/shutdown.ts';
import { checkSuccesses } from './checks/behavior/successes.ts';
import { checkTestMail } from './checks/behavior/test-mail.ts';
import { checkUploads } from './checks/behavior/uploads.ts';
import { checkUnknownFields } from './checks/input/unknown-fields.ts';
import { checkUnknownIds } from './checks/behavior/unknown-ids.ts';
import { checkWrongTypes } from './checks/input/wrong-types.ts';
import { startMailServer, type MailServer } from '../gateway/test/support/servers/mail-server.ts';
import type { ApiDocument } from './document/document.ts';
import { Session } from './client/session.ts';
import { checkGenerated } from './generated/generated.ts';
import type { Coverage } from './report/coverage.ts';
import type { Report } from './report/report.ts';
import { startGateway } from './server/gateway-process.ts';
import { startReceiver } from './server/receiver.ts';
import { Fixtures } from './fixtures/fixtures.ts';

/** The state of a run, shared by all stages. */
export interface Run {
	document: ApiDocument;
	report: Report;
	coverage: Coverage;
	seed: number;
	requests: number;
}

type Check = (context: Context) => Promise<unknown>;

/** The stages by name, in order. Each runs on its own fresh gateway. */
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
	'unknown-paths': onEmptyGateway(checkUnknownPaths),
	'content-types': onGateway(checkContentTypes),
	keys: withMailServer((_mailServer, settings) => onGateway(checkKeys, settings)),
	sessions: withMailServer((_mailServer, settings) => onGateway(checkSessions, settings)),
	confirmations: onGateway(checkConfirmations),
	'second-factor': onEmptyGateway(checkRequiredSecondFactor, { GATEWAY_REQUIRE_SECOND_FACTOR: 'on' }),
	'proxy-sign-in': onEmptyGateway(checkProxySignIn, {
		GATEWAY_TRUST_PROXY: '127.0.0.0/8',
		GATEWAY_SIGN_IN_HEADER: 'X-Forwarded-User',
		GATEWAY_SIGN_IN_SECRET: PROXY_SECRET,
		GATEWAY_SIGN_IN_NEW_USERS: 'viewer',
	}),
	'no-owner': onEmptyGateway(checkNoOwner),
	'unknown-ids': onGateway(checkUnknownIds),
	scenarios: onGateway(checkScenarios),
	participants: onGateway(checkParticipants),
	idempotency: onGateway(checkIdempotency),
	uploads: onGateway(checkUploads),
	events: onGateway(checkEvents),
	capabilities: onGateway(checkCapabilities),
	realtime: onGateway(checkRealtime),
	'test-mail': withMailServer((mailServer, settings) =>
		onEmptyGateway((context) => checkTestMail(context, mailServer), settings),
	),
	'free-plan': onEmptyGateway(checkFreePlan, { GATEWAY_PLAN: 'free' }),
	credits: onEmptyGateway(checkCredits, { GATEWAY_CREDITS: '1' }),
	https: onGateway(checkHttps, { GATEWAY_TRUST_PROXY: '127.0.0.0/8' }),
	'rate-limits': onEmptyGateway(checkRateLimits, {
		GATEWAY_RATE_LIMITS: 'messages=100,instances=50,webhooks=100,general=500',
	}),
	'general-rate-limit': onEmptyGateway(checkGeneralRateLimit, {
		GATEWAY_RATE_LIMITS: 'general=1,page=1',
	}),
	shutdown: onEmptyGateway(checkShutdown),
	'raw-bodies': onGateway(checkRawBodies),
	'naughty-strings': onGateway(checkNaughtyStrings),
	'hostile-objects': onGateway(checkHostileObjects),
	'round-trip': onGateway(checkRoundTrip),
	generated: (run) => onGateway((context) => checkGenerated(context, run.seed, run.requests))(run),
};

/** Returns a stage on a fresh gateway with all fixtures. */
function onGateway(
	check: Check,
	settings: Readonly<Record<string, string>> = {},
): (run: Run) => Promise<void> {
	return onEmptyGateway(async (context) => {
		context.known = await context.fixtures.known();
		await check(context);
	}, settings);
}

/** Returns a stage beside a mail server, and with the settings by which a gateway sends its alerts through it. */
function withMailServer(
	stage: (mailServer: MailServer, settings: Readonly<Record<string, string>>) => (run: Run) => Promise<void>,
): (run: Run) => Promise<void> {
	return async (run) => {
		const mailServer = await startMailServer();
		const settings = {
			GATEWAY_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
			GATEWAY_ALERT_MAIL_FROM: 'gateway@example.com',
			GATEWAY_ALERT_MAIL_TO: 'ops@example.com',
		};
		try {
			await stage(mailServer, settings)(run);
		} finally {
			await mailServer.close();
		}
	};
}

/** Returns a stage on a fresh, empty gateway. */
function onEmptyGateway(
	check: Check,
	settings: Readonly<Record<string, string>> = {},
): (run: Run) => Promise<void> {
	return async ({ document, report, coverage }) => {
		const gateway = await startGateway(settings);
		const session = new Session(gateway, document, report, coverage);
		const receiver = await startReceiver();
		try {
			await check({ session, fixtures: new Fixtures(session, receiver), known: {}, report });
			report.check(
				'process',
				`exited unexpectedly with ${String(gateway.exitCode())}`,
				gateway.exitCode() === null || check === checkShutdown,
				() => gateway.log(),
			);
		} finally {
			await session.close();
			await receiver.close();
		}
	};
}
