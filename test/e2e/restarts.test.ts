// Workflows while n8n and the gateway stop, crash and start again, and triggers that are deactivated.
import { bulkSuite } from './suites/bulk.ts';
import { conversationsSuite } from './suites/conversations.ts';
import { crashSuite } from './suites/crash.ts';
import { lifecycleSuite } from './suites/lifecycle.ts';
import { replySuite } from './suites/reply.ts';
import { sharedPlayground } from './support/shared-playground.ts';
import { openTestPlayground } from './support/test-playground.ts';

const playground = sharedPlayground(openTestPlayground);

lifecycleSuite(playground);
crashSuite(playground);
bulkSuite(playground);
replySuite(playground);
conversationsSuite(playground);
