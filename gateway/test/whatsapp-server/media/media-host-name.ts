/** The name WhatsApp's clients are told to keep files at, and keep them at where a message does not say where. */
export const MEDIA_HOST_NAME = 'mmg.whatsapp.net';
