// Workflows that run in n8n, those of the examples included.
import { agentApprovalSuite } from './suites/agent-approval.ts';
import { echoSuite } from './suites/echo.ts';
import { examplesSuite } from './suites/examples/index.ts';
import { notifySuite } from './suites/notify.ts';
import { signatureSuite } from './suites/signatures.ts';
import { whatsAppSuite } from './suites/whatsapp.ts';
import { sharedPlayground } from './support/shared-playground.ts';
import { openTestPlayground } from './support/test-playground.ts';

const playground = sharedPlayground(openTestPlayground);

echoSuite(playground);
notifySuite(playground);
signatureSuite(playground);
examplesSuite(playground);
agentApprovalSuite(playground);
whatsAppSuite(playground);
