// Loaded before the program (`node --import`), in tests only: makes it trust the stand-in for WhatsApp's server.
// WHATSAPP_TEST_TRUST is what the stand-in's control `trust` gives, as JSON.
import tls from 'node:tls';
import { WA_CERT_DETAILS } from 'baileys';

const WHATSAPP_MEDIA_HOST = 'mmg.whatsapp.net';
const { rootKey, certificate, mediaHost } = JSON.parse(process.env.WHATSAPP_TEST_TRUST);

WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);

// Some files are always fetched from WhatsApp's own media host: that is the stand-in's here.
const [host, port] = mediaHost.split(':');
const { connect } = tls;
tls.connect = (options, ...rest) =>
	options?.host === WHATSAPP_MEDIA_HOST || options?.servername === WHATSAPP_MEDIA_HOST
		? connect({ ...options, host, port: Number(port) }, ...rest)
		: connect(options, ...rest);
