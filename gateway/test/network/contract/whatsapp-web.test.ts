import { testDriverContract } from './contract.ts';
import { whatsAppWebNetwork } from './whatsapp-web.ts';

testDriverContract(whatsAppWebNetwork());
