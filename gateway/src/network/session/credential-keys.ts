/** Where the session of an instance has the credentials of a device that is linked by QR code. */
export const DEVICE_CREDENTIALS = 'whatsapp-web.creds';

/** Where it has the credentials of an account of the official API. */
export const OFFICIAL_CREDENTIALS = 'cloud-api';
