import { describe, expect, it } from 'vitest'
import { ownKey, providerKey } from '../features/administration/saml/testing/keys.ts'
import { configFrom } from './config.ts'
import { noMapping } from './mapping-config.ts'

describe('The configuration of external logins', () => {
  it('has any number of OpenID providers, in order', () => {
    const { openIdProviders } = configFrom({
      LOQUAT_OIDC_PROVIDERS: 'work, my-lab',
      LOQUAT_OIDC_WORK_ISSUER: 'https://login.work.example',
      LOQUAT_OIDC_WORK_CLIENT_ID: 'loquat',
      LOQUAT_OIDC_WORK_CLIENT_SECRET: 'secret',
      LOQUAT_OIDC_WORK_NAME: 'Work',
      LOQUAT_OIDC_WORK_ICON_URL: 'https://work.example/icon.png',
      LOQUAT_OIDC_WORK_AUTO_SIGNUP: 'on',
      LOQUAT_OIDC_MY_LAB_ISSUER: 'http://localhost:4000',
      LOQUAT_OIDC_MY_LAB_CLIENT_ID: 'chat',
    })
    expect(openIdProviders).toEqual([
      {
        name: 'work',
        displayName: 'Work',
        issuer: 'https://login.work.example',
        clientId: 'loquat',
        clientSecret: 'secret',
        scopes: 'openid email profile',
        mapping: noMapping,
        iconUrl: 'https://work.example/icon.png',
        autoSignup: true,
      },
      {
        name: 'my-lab',
        displayName: 'my-lab',
        issuer: 'http://localhost:4000',
        clientId: 'chat',
        scopes: 'openid email profile',
        mapping: noMapping,
        autoSignup: false,
      },
    ])
  })

  it('has any number of SAML providers, by metadata or by values', () => {
    const { samlProviders, samlKey, samlClockSkewMs } = configFrom({
      LOQUAT_SAML_PROVIDERS: 'work, my-lab',
      LOQUAT_SAML_WORK_METADATA_URL: 'https://login.work.example/metadata',
      LOQUAT_SAML_WORK_NAME: 'Work',
      LOQUAT_SAML_MY_LAB_ENTITY_ID: 'lab',
      LOQUAT_SAML_MY_LAB_ENTRY_POINT: 'http://localhost:4000/sso',
      LOQUAT_SAML_MY_LAB_CERTIFICATE: `${providerKey.certificate}\n${ownKey.certificate}`,
      LOQUAT_SAML_MY_LAB_IDP_INITIATED: 'on',
      LOQUAT_SAML_PRIVATE_KEY: ownKey.privateKey,
      LOQUAT_SAML_CERTIFICATE: ownKey.certificate,
      LOQUAT_SAML_CLOCK_SKEW_SECONDS: '10',
    })
    expect(samlProviders).toMatchObject([
      {
        name: 'work',
        displayName: 'Work',
        metadata: { url: 'https://login.work.example/metadata' },
        autoSignup: false,
        idpInitiated: false,
      },
      {
        name: 'my-lab',
        idpInitiated: true,
        metadata: { entityId: 'lab', certificates: [expect.any(String), expect.any(String)] },
      },
    ])
    expect(samlKey?.privateKey).toContain('BEGIN PRIVATE KEY')
    expect(samlClockSkewMs).toBe(10_000)
  })

  it('has LDAP if it has the URL of a directory', () => {
    expect(configFrom({ LOQUAT_LDAP_BASE_DN: 'dc=example' }).ldap).toBeUndefined()
    expect(
      configFrom({ LOQUAT_LDAP_URL: 'ldaps://directory.example', LOQUAT_LDAP_BASE_DN: 'dc=example' }).ldap,
    ).toEqual({
      url: 'ldaps://directory.example',
      startTls: false,
      bindPassword: '',
      baseDn: 'dc=example',
      filter: '(mail=%s)',
      nameAttribute: 'cn',
      emailAttribute: 'mail',
      mapping: noMapping,
      autoSignup: false,
      timeoutMs: 5_000,
    })
  })

  it('is rejected if something is missing or unsafe', () => {
    const work = { LOQUAT_OIDC_PROVIDERS: 'work', LOQUAT_OIDC_WORK_CLIENT_ID: 'x' }
    const ldap = { LOQUAT_LDAP_URL: 'ldap://directory', LOQUAT_LDAP_BASE_DN: 'dc=example' }
    const saml = { LOQUAT_SAML_PROVIDERS: 'a', LOQUAT_SAML_A_METADATA_URL: 'https://a.example' }
    const key = { LOQUAT_SAML_PRIVATE_KEY: ownKey.privateKey, LOQUAT_SAML_CERTIFICATE: ownKey.certificate }
    const other = { LOQUAT_SAML_CERTIFICATE: providerKey.certificate }
    for (const [problem, env] of [
      ['LOQUAT_SAML_A_ENTRY_POINT is missing', { LOQUAT_SAML_PROVIDERS: 'a' }],
      [
        'LOQUAT_SAML_A_CERTIFICATE must have',
        { LOQUAT_SAML_PROVIDERS: 'a', LOQUAT_SAML_A_CERTIFICATE: 'AAAA' },
      ],
      ['LOQUAT_SAML_A_METADATA_URL must be', { ...saml, LOQUAT_SAML_A_METADATA_URL: 'http://a.example' }],
      ['LOQUAT_SAML_CLOCK_SKEW_SECONDS must be', { ...saml, LOQUAT_SAML_CLOCK_SKEW_SECONDS: '301' }],
      ['must be set together', { ...saml, ...other }],
      ['the certificate has another key', { ...saml, ...key, ...other }],
      ['LOQUAT_OIDC_WORK_ISSUER is missing', work],
      ['LOQUAT_OIDC_WORK_ISSUER must be', { ...work, LOQUAT_OIDC_WORK_ISSUER: 'http://work.example' }],
      ['LOQUAT_OIDC_WORK_CLIENT_ID is missing', { LOQUAT_OIDC_PROVIDERS: 'work' }],
      ['LOQUAT_OIDC_PROVIDERS: names', { LOQUAT_OIDC_PROVIDERS: 'a/b' }],
      ['LOQUAT_OIDC_PROVIDERS has', { LOQUAT_OIDC_PROVIDERS: 'a,a' }],
      ['LOQUAT_LDAP_URL', { ...ldap, LOQUAT_LDAP_URL: 'http://directory' }],
      ['LOQUAT_LDAP_BASE_DN is missing', { LOQUAT_LDAP_URL: 'ldap://directory' }],
      ['LOQUAT_LDAP_FILTER', { ...ldap, LOQUAT_LDAP_FILTER: '(mail=carol)' }],
      [
        'LOQUAT_LDAP_START_TLS',
        { ...ldap, LOQUAT_LDAP_URL: 'ldaps://directory', LOQUAT_LDAP_START_TLS: 'on' },
      ],
      ['LOQUAT_LDAP_TIMEOUT_SECONDS', { ...ldap, LOQUAT_LDAP_TIMEOUT_SECONDS: 'soon' }],
      ['LOQUAT_DEV_LOGIN', { LOQUAT_DEV_LOGIN: 'yes' }],
      ['LOQUAT_JWT_SECRET', { LOQUAT_JWT_SECRET: 'short' }],
    ] as const) {
      expect(() => configFrom(env), problem).toThrow(problem)
    }
  })
})
