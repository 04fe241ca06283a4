import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { configFrom } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'loquat-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function secretFile(content: string): string {
  const path = join(folder, `secret-${Math.abs(content.length)}-${content.slice(0, 8).replace(/\W/g, '')}`)
  writeFileSync(path, content)
  return path
}

describe('secrets in files', () => {
  it('are read for every setting that contains one', () => {
    const config = configFrom({
      DATABASE_URL_FILE: secretFile('postgres://loquat:plum@db/loquat\n'),
      SMTP_URL_FILE: secretFile('smtp://user:pear@mail.example.com:587\n'),
      LOQUAT_OWNER_PASSWORD_FILE: secretFile(' spaces belong to it \n'),
      LOQUAT_METRICS_TOKEN_FILE: secretFile('metrics-token-of-26-letters\r\n'),
      LOQUAT_JWT_SECRET_FILE: secretFile('a-jwt-secret-of-at-least-32-letters'),
      LOQUAT_LDAP_URL: 'ldaps://directory.example.com',
      LOQUAT_LDAP_BASE_DN: 'dc=example',
      LOQUAT_LDAP_BIND_PASSWORD_FILE: secretFile('bind password'),
      LOQUAT_S3_BUCKET: 'bucket',
      LOQUAT_S3_ACCESS_KEY_ID_FILE: secretFile('access'),
      LOQUAT_S3_SECRET_ACCESS_KEY_FILE: secretFile('secret access'),
      LOQUAT_OIDC_PROVIDERS: 'work',
      LOQUAT_OIDC_WORK_ISSUER: 'https://id.example.com',
      LOQUAT_OIDC_WORK_CLIENT_ID: 'loquat',
      LOQUAT_OIDC_WORK_CLIENT_SECRET_FILE: secretFile('client secret'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://loquat:plum@db/loquat',
      smtpUrl: 'smtp://user:pear@mail.example.com:587',
      owner: { password: ' spaces belong to it ' },
      metricsToken: 'metrics-token-of-26-letters',
      jwtSecret: 'a-jwt-secret-of-at-least-32-letters',
      ldap: { bindPassword: 'bind password' },
      s3: { accessKeyId: 'access', secretAccessKey: 'secret access' },
      openIdProviders: [{ clientSecret: 'client secret' }],
    })
  })

  it('are checked like other settings, and problems name the variable but no secret', () => {
    const tooShort = () => configFrom({ LOQUAT_METRICS_TOKEN_FILE: secretFile('short') })
    expect(tooShort).toThrow(/^LOQUAT_METRICS_TOKEN must have at least 16 characters and no spaces\.$/)
    const missing = () => configFrom({ SMTP_URL_FILE: join(folder, 'missing') })
    expect(missing).toThrow(/SMTP_URL_FILE cannot be read: ENOENT/)
    const empty = () => configFrom({ LOQUAT_JWT_SECRET_FILE: secretFile('\n') })
    expect(empty).toThrow(/LOQUAT_JWT_SECRET_FILE cannot be read: .* is empty/)
    const huge = () => configFrom({ LOQUAT_JWT_SECRET_FILE: secretFile('x'.repeat(65_537)) })
    expect(huge).toThrow(/LOQUAT_JWT_SECRET_FILE cannot be read: .* more than 65536 bytes/)
    const twice = () => configFrom({ SMTP_URL: 'smtp://mail', SMTP_URL_FILE: secretFile('smtp://mail') })
    expect(twice).toThrow('Set SMTP_URL or SMTP_URL_FILE, not both.')
  })
})
