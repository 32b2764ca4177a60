// Loaded before the gateway (`node --import`): makes it trust the stand-in for WhatsApp's server, as the tests do. Baileys
// gets the root key when the gateway loads it, and not earlier, so that the gateway has the memory of an ordinary start.
// WHATSAPP_TEST_TRUST is the response of the stand-in's control `trust`, as JSON.
import { registerHooks } from 'node:module';

const { rootKey } = JSON.parse(process.env.WHATSAPP_TEST_TRUST);

registerHooks({
	load(url, context, next) {
		const loaded = next(url, context);
		if (!url.endsWith('/node_modules/baileys/lib/Defaults/index.js')) return loaded;
		const source = `${String(loaded.source)}\nWA_CERT_DETAILS.PUBLIC_KEY = Buffer.from('${rootKey}', 'hex');\n`;
		return { ...loaded, source };
	},
});
