/** The host name of WhatsApp's media host, which clients also use when a message names none. */
export const MEDIA_HOST_NAME = 'mmg.whatsapp.net';
