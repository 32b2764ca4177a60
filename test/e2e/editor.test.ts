// The nodes in n8n's editor, and the gateway's page.
import { credentialSuite } from './suites/credential.ts';
import { documentationSuite } from './suites/documentation.ts';
import { editorSuite } from './suites/editor.ts';
import { formsSuite } from './suites/forms.ts';
import { listeningSuite } from './suites/listening.ts';
import { phoneSuite } from './suites/phone.ts';
import { sharedPlayground } from './support/shared-playground.ts';
import { openTestPlayground } from './support/test-playground.ts';

const playground = sharedPlayground(openTestPlayground);

phoneSuite(playground);
credentialSuite(playground);
editorSuite(playground);
formsSuite(playground);
documentationSuite(playground);
listeningSuite(playground);
