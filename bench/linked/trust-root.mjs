// Loaded before the gateway (`node --import`): makes it trust the stand-in for WhatsApp's server, as the tests do. Unlike
// theirs it loads no TypeScript and no certificates, which would count as memory of the gateway. WHATSAPP_TEST_TRUST is
// the response of the stand-in's control `trust`, as JSON.
// As the gateway does, before Baileys is loaded.
import '../../gateway/dist/bound-inflate.js';
import { WA_CERT_DETAILS } from 'baileys';

const { rootKey } = JSON.parse(process.env.WHATSAPP_TEST_TRUST);
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
