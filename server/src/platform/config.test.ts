import { isAbsolute, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configFrom } from './config.ts'
import { StartError } from './start-error.ts'

describe('The configuration', () => {
  it('needs no values: every value has a default', () => {
    const { dataDir, ...rest } = configFrom({})
    expect(isAbsolute(dataDir)).toBe(true)
    expect(rest).toEqual({
      host: '127.0.0.1',
      port: 9991,
      audit: { syslog: undefined, webhook: undefined, keepDays: undefined },
      databaseUrl: undefined,
      readDatabaseUrls: [],
      databaseTimeoutMs: 10_000,
      databaseConnections: undefined,
      preparedStatements: true,
      owner: { email: 'owner@example.com', password: undefined },
      organization: 'Loquat',
      trustedProxies: ['loopback'],
      url: 'http://localhost:9991',
      rateLimits: true,
      sharedFiles: false,
      uploadLimit: 100,
      uploadQuota: null,
      importLimit: 10_240,
      importsAllowed: 'main',
      webPublicChannels: true,
      webApp: true,
      calls: true,
      iceServers: [],
      jitsiUrl: 'https://meet.jit.si',
      linkPreviews: true,
      imageProxy: true,
      allowPrivateCallbacks: false,
      allowPrivateSummaries: false,
      backup: { keep: 7, to: join(dataDir, 'backups') },
      exportLimits: { messages: 250_000, bytes: 20 * 2 ** 30 },
      webhookTimeoutMs: 10_000,
      mailFrom: 'Loquat <noreply@loquat.invalid>',
      invitationMinutes: 14_400,
      maxInvitationsPerDay: 500,
      maxInvitationsPerPersonPerDay: 100,
      devLogin: false,
      openIdProviders: [],
      masterKeys: [],
      samlProviders: [],
      samlClockSkewMs: 60_000,
      secretKeys: [],
      logLevel: 'info',
      pollServer: true,
      checkReplies: false,
      reload: { drainMs: 90_000, readyMs: 120_000 },
    })
  })

  it('comes from the environment', () => {
    const config = configFrom({
      HOST: '0.0.0.0',
      PORT: '80',
      DATABASE_URL: 'postgresql://db/loquat',
      LOQUAT_READ_DATABASE_URLS: 'postgresql://one/loquat, postgres://two:6432/loquat',
      LOQUAT_DATABASE_TIMEOUT_SECONDS: '20',
      LOQUAT_DATABASE_CONNECTIONS: '12',
      LOQUAT_PREPARED_STATEMENTS: 'off',
      LOQUAT_DATA_DIR: '/var/lib/loquat',
      LOQUAT_OWNER_EMAIL: 'boss@orchard.example',
      LOQUAT_OWNER_PASSWORD: ' kept as it is ',
      LOQUAT_ORGANIZATION: 'Orchard',
      LOQUAT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
      LOQUAT_URL: 'https://chat.orchard.example/',
      LOQUAT_RATE_LIMITS: 'off',
      LOQUAT_POLL_SERVER: 'off',
      WEB_PUBLIC_STREAMS_ENABLED: 'false',
      LOQUAT_LINK_PREVIEWS: 'off',
      LOQUAT_IMAGE_PROXY: 'off',
      LOQUAT_TENOR_API_KEY: ' a-key-of-tenor ',
      LOQUAT_ALLOW_PRIVATE_CALLBACKS: 'true',
      LOQUAT_ALLOW_PRIVATE_SUMMARIES: 'true',
      LOQUAT_MAX_INVITATIONS_PER_DAY: '20',
      LOQUAT_MAX_INVITATIONS_PER_PERSON_PER_DAY: '0',
      LOQUAT_LOG_LEVEL: 'debug',
      LOQUAT_DRAIN_SECONDS: '5',
      LOQUAT_READY_SECONDS: '20',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 80,
      databaseUrl: 'postgresql://db/loquat',
      readDatabaseUrls: ['postgresql://one/loquat', 'postgres://two:6432/loquat'],
      databaseTimeoutMs: 20_000,
      databaseConnections: 12,
      preparedStatements: false,
      dataDir: '/var/lib/loquat',
      owner: { email: 'boss@orchard.example', password: ' kept as it is ' },
      organization: 'Orchard',
      trustedProxies: ['loopback', '10.0.0.0/8', '192.0.2.1'],
      url: 'https://chat.orchard.example',
      rateLimits: false,
      pollServer: false,
      webPublicChannels: false,
      linkPreviews: false,
      imageProxy: false,
      gifs: { provider: 'tenor', key: 'a-key-of-tenor' },
      allowPrivateCallbacks: true,
      allowPrivateSummaries: true,
      maxInvitationsPerDay: 20,
      maxInvitationsPerPersonPerDay: 0,
      logLevel: 'debug',
      reload: { drainMs: 5_000, readyMs: 20_000 },
      tracing: { url: 'http://collector:4318/v1/traces', share: 1 },
    })
  })

  it('treats an empty value as unset', () => {
    const empty = { HOST: '', PORT: ' ', DATABASE_URL: '', LOQUAT_URL: '', LOQUAT_OWNER_PASSWORD: '' }
    expect(configFrom(empty)).toEqual(configFrom({}))
  })

  it('is rejected with every problem at once', () => {
    const broken = () =>
      configFrom({
        PORT: '99999',
        DATABASE_URL: 'mysql://x',
        LOQUAT_READ_DATABASE_URLS: 'postgres://one,two/loquat',
        LOQUAT_OWNER_EMAIL: 'nobody',
        LOQUAT_URL: 'ftp://x',
        LOQUAT_RATE_LIMITS: 'maybe',
        LOQUAT_MAX_INVITATIONS_PER_DAY: 'many',
        LOQUAT_LOG_LEVEL: 'loud',
        LOQUAT_METRICS_TOKEN: 'short',
        LOQUAT_DRAIN_SECONDS: '0',
        LOQUAT_READY_SECONDS: 'soon',
      })
    expect(broken).toThrow(StartError)
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'READ_DATABASE_URLS',
      'OWNER_EMAIL',
      'LOQUAT_URL',
      'RATE_LIMITS',
      'METRICS_TOKEN',
      'DRAIN_SECONDS',
      'READY_SECONDS',
      'MAX_INVITATIONS_PER_DAY',
      'LOG_LEVEL',
    ]) {
      expect(broken).toThrow(new RegExp(`^LOQUAT_${name}|^${name}`, 'm'))
    }
  })
})
