// All suites share one gateway and one n8n, because n8n takes half a minute to start. Each suite leaves the state that the
// next one needs; those that stop a process are last.
import { afterAll, beforeAll } from '@jest/globals';
import { agentApprovalSuite } from './suites/agent-approval.ts';
import { bulkSuite } from './suites/bulk.ts';
import { conversationsSuite } from './suites/conversations.ts';
import { crashSuite } from './suites/crash.ts';
import { credentialSuite } from './suites/credential.ts';
import { documentationSuite } from './suites/documentation.ts';
import { echoSuite } from './suites/echo.ts';
import { editorSuite } from './suites/editor.ts';
import { examplesSuite } from './suites/examples/index.ts';
import { formsSuite } from './suites/forms.ts';
import { lifecycleSuite } from './suites/lifecycle.ts';
import { listeningSuite } from './suites/listening.ts';
import { notifySuite } from './suites/notify.ts';
import { phoneSuite } from './suites/phone.ts';
import { replySuite } from './suites/reply.ts';
import { signatureSuite } from './suites/signatures.ts';
import { whatsAppSuite } from './suites/whatsapp.ts';
import { openTestPlayground, type TestPlayground } from './support/test-playground.ts';

const INSTALLING_N8N_MS = 15 * 60_000;

const opened: { playground?: TestPlayground } = {};
const playground = (): TestPlayground => {
	if (opened.playground === undefined) throw new Error('The playground could not be opened.');
	return opened.playground;
};

beforeAll(async () => {
	opened.playground = await openTestPlayground();
}, INSTALLING_N8N_MS);
afterAll(() => opened.playground?.close());

echoSuite(playground);
phoneSuite(playground);
notifySuite(playground);
signatureSuite(playground);
examplesSuite(playground);
credentialSuite(playground);
agentApprovalSuite(playground);
editorSuite(playground);
formsSuite(playground);
documentationSuite(playground);
listeningSuite(playground);
whatsAppSuite(playground);
lifecycleSuite(playground);
crashSuite(playground);
bulkSuite(playground);
replySuite(playground);
conversationsSuite(playground);
