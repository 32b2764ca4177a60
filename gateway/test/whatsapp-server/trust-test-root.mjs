// Loaded before the program (`node --import`), in tests only: makes it trust the stand-in for WhatsApp's server.
// WHATSAPP_TEST_TRUST is what the stand-in's control `trust` gives, as JSON; a process with several stand-ins, one
// after the other, says it in the query of the import.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
// As the gateway does it, before Baileys is loaded.
import '../../src/network/whatsapp-web/baileys/bound-inflate.ts';
import { WA_CERT_DETAILS } from 'baileys';

const told = new URL(import.meta.url).search;
const trust = told === '' ? process.env.WHATSAPP_TEST_TRUST : decodeURIComponent(told.slice(1));
const { rootKey, certificate, mediaHost } = JSON.parse(trust);

WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);

// WhatsApp's hosts for files are the stand-in's here, and so is the domain of an attacker, which has to be reachable
// for a test to see that nobody goes there.
const [host, port] = mediaHost.split(':');
const isHere = (name) => typeof name === 'string' && /(?:^|\.)(?:whatsapp\.net|attacker\.tld)$/i.test(name);

// Several tests of one process each have a stand-in: the last one is meant, and none is asked through another.
const ORIGINALS = Symbol.for('messaging-gateway.test.originals');
const { connect, lookup } = (tls[ORIGINALS] ??= { connect: tls.connect, lookup: dns.lookup });
tls.connect = (options, ...rest) =>
	isHere(options?.host) || isHere(options?.servername)
		? connect({ ...options, host, port: Number(port) }, ...rest)
		: connect(options, ...rest);
dns.lookup = (name, ...rest) => lookup(isHere(name) ? host : name, ...rest);
syncBuiltinESMExports();
