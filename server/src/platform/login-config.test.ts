import { describe, expect, it } from 'vitest'
import { configFrom } from './config.ts'

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
        iconUrl: 'https://work.example/icon.png',
        autoSignup: true,
      },
      {
        name: 'my-lab',
        displayName: 'my-lab',
        issuer: 'http://localhost:4000',
        clientId: 'chat',
        autoSignup: false,
      },
    ])
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
      autoSignup: false,
      timeoutMs: 5_000,
    })
  })

  it('is rejected if something is missing or unsafe', () => {
    const work = { LOQUAT_OIDC_PROVIDERS: 'work', LOQUAT_OIDC_WORK_CLIENT_ID: 'x' }
    const ldap = { LOQUAT_LDAP_URL: 'ldap://directory', LOQUAT_LDAP_BASE_DN: 'dc=example' }
    for (const [problem, env] of [
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
