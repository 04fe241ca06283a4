import { type Config, configFrom } from '@loquat/server/platform/config.ts'
import type { InboundEmail } from '@loquat/server/platform/inbound-email-config.ts'

/** All worlds are copies of one template, so they share its key. */
export const testSecretKey = Buffer.alloc(32, 'loquat').toString('base64')

/** As an operator would have it, except that replies are checked and limits do not get in the way on a slow machine. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    ...configFrom({
      LOQUAT_RATE_LIMITS: 'off',
      LOQUAT_WEB_APP: 'off',
      LOQUAT_SECRET_KEY: testSecretKey,
      PORT: '0',
      LOQUAT_DATABASE_TIMEOUT_SECONDS: '60',
    }),
    checkReplies: true,
    ...changes,
  }
}

/** A listener for emails on any port, for worlds that receive some. */
export const testInboundEmail: InboundEmail = {
  host: '127.0.0.1',
  port: 0,
  domain: 'chat.example.com',
  maxBytes: 1_048_576,
  tls: undefined,
  refusesDmarcFailures: true,
  acceptsAutomated: false,
}
