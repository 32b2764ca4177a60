/**
 * The lasting secrets in outputs, which an n8n that supports it never shows in the data of executions; workflows still
 * get them. Codes that are valid for a minute (`qrCode`, `pairingCode`) and invitations are not among them, because a
 * person is meant to see them, and n8n would show them to nobody.
 */
export const sensitiveOutputFields = ['secret', 'webhookSecret', 'settings.proxyUrl'];
