// Loaded before a program (`node --import`), in tests only: prints which modules of Baileys and libsignal it loads.
// With WITHOUT_BAILEYS set the program finds no Baileys, as where its optional dependencies are not installed.
import { registerHooks } from 'node:module';

registerHooks({
	resolve(specifier, context, next) {
		if (specifier === 'baileys' && process.env.WITHOUT_BAILEYS !== undefined) {
			throw Object.assign(new Error('Cannot find package "baileys"'), { code: 'ERR_MODULE_NOT_FOUND' });
		}
		return next(specifier, context);
	},
	load(url, context, next) {
		if (/\/node_modules\/(baileys|libsignal)\//.test(url)) process.stderr.write(`loaded ${url}\n`);
		return next(url, context);
	},
});
