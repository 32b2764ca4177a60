// Loaded before the program (`node --import`), in tests only: makes it trust the WhatsApp stand-in.
// WHATSAPP_TEST_TRUST is the response of the control `trust`, as JSON; a process that uses several stand-ins, one
// after the other, passes it in the query of the import.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
// As the gateway does, before Baileys is loaded.
import '../../src/network/whatsapp-web/baileys/bound-inflate.ts';
import { WA_CERT_DETAILS } from 'baileys';

const query = new URL(import.meta.url).search;
const trust = query === '' ? process.env.WHATSAPP_TEST_TRUST : decodeURIComponent(query.slice(1));
const { rootKey, certificate, mediaHost } = JSON.parse(trust);

WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);

// WhatsApp's media hosts resolve to the stand-in, and so does an attacker's domain, which has to be reachable for a
// test to see that no request goes there.
const [host, port] = mediaHost.split(':');
const isHere = (name) => typeof name === 'string' && /(?:^|\.)(?:whatsapp\.net|attacker\.tld)$/i.test(name);

// Each test of a process has a stand-in: the last one applies, without going through the previous ones.
const ORIGINALS = Symbol.for('messaging-gateway.test.originals');
const { connect, lookup } = (tls[ORIGINALS] ??= { connect: tls.connect, lookup: dns.lookup });
tls.connect = (options, ...rest) =>
	isHere(options?.host) || isHere(options?.servername)
		? connect({ ...options, host, port: Number(port) }, ...rest)
		: connect(options, ...rest);
dns.lookup = (name, ...rest) => lookup(isHere(name) ? host : name, ...rest);
syncBuiltinESMExports();
