/**
 * The files that `npm test -- --quick` skips, because they wait for other processes: browsers, stand-ins for WhatsApp
 * and Meta, restarted gateways, and a database of a million messages.
 */
export const LEFT_OUT_WHEN_QUICK = [
	'/gateway/test/dashboard/',
	'/gateway/test/network/(cloud-api|whatsapp-web)/',
	'/gateway/test/network/contract/(cloud-api|whatsapp-web)',
	'/gateway/test/(cloud-api-server|whatsapp-server)/',
	'/gateway/test/(command-line|crash)\\.',
	'/gateway/test/sqlite/',
	'/gateway/test/commands/(backup|restore)\\.',
	'/gateway/test/upgrade/',
	'/gateway/test/store/query-plans',
	'/test/nodes/package/packed',
	'/packaging/test/publish',
];
