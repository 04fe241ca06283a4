import { describe, expect, it } from 'vitest'
import { callsConfigFrom } from './calls-config.ts'

const configOf = (env: Record<string, string>) => {
  const problems: string[] = []
  return { config: callsConfigFrom(env, problems), problems }
}

describe('The settings of calls', () => {
  it('allow calls between browsers and the public Jitsi server, and nothing else, by default', () => {
    expect(configOf({})).toEqual({
      config: {
        calls: true,
        iceServers: [],
        turn: undefined,
        jitsiUrl: 'https://meet.jit.si',
        bigBlueButton: undefined,
        zoom: undefined,
      },
      problems: [],
    })
  })

  it('name the servers of calls', () => {
    const { config, problems } = configOf({
      LOQUAT_CALLS: 'off',
      LOQUAT_ICE_SERVERS:
        '[{"urls": "stun:stun.example.com:3478"}, {"urls": ["turns:t.example.com?transport=tcp"], "username": "u", "credential": "c"}]',
      LOQUAT_TURN_URLS: 'turn:turn.example.com:3478, turns:turn.example.com:5349',
      LOQUAT_TURN_SECRET: 'secret',
      LOQUAT_JITSI_URL: 'off',
      LOQUAT_BIGBLUEBUTTON_URL: 'https://bbb.example.com/bigbluebutton/api',
      LOQUAT_BIGBLUEBUTTON_SECRET: 'bbb',
      LOQUAT_ZOOM_CLIENT_ID: 'id',
      LOQUAT_ZOOM_CLIENT_SECRET: 'zoom',
    })
    expect(problems).toEqual([])
    expect(config).toMatchObject({
      calls: false,
      iceServers: [
        { urls: ['stun:stun.example.com:3478'] },
        { urls: ['turns:t.example.com?transport=tcp'], username: 'u', credential: 'c' },
      ],
      turn: { urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:5349'], secret: 'secret' },
      jitsiUrl: undefined,
      bigBlueButton: { url: 'https://bbb.example.com/bigbluebutton/api/', secret: 'bbb' },
      zoom: { clientId: 'id', accountId: undefined },
    })
  })

  it('are refused by name', () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ LOQUAT_CALLS: 'maybe' }, /LOQUAT_CALLS/],
      [{ LOQUAT_ICE_SERVERS: 'stun:a' }, /LOQUAT_ICE_SERVERS/],
      [{ LOQUAT_ICE_SERVERS: '[{"urls": "https://a"}]' }, /LOQUAT_ICE_SERVERS/],
      [{ LOQUAT_ICE_SERVERS: '[{"urls": "stun:a", "other": 1}]' }, /LOQUAT_ICE_SERVERS/],
      [{ LOQUAT_TURN_URLS: 'turn:a' }, /LOQUAT_TURN_SECRET/],
      [{ LOQUAT_TURN_URLS: 'stun:a', LOQUAT_TURN_SECRET: 's' }, /LOQUAT_TURN_URLS/],
      [{ LOQUAT_JITSI_URL: 'meet' }, /LOQUAT_JITSI_URL/],
      [{ LOQUAT_BIGBLUEBUTTON_URL: 'https://a' }, /LOQUAT_BIGBLUEBUTTON_SECRET/],
      [{ LOQUAT_BIGBLUEBUTTON_URL: 'a', LOQUAT_BIGBLUEBUTTON_SECRET: 's' }, /LOQUAT_BIGBLUEBUTTON_URL/],
      [{ LOQUAT_ZOOM_ACCOUNT_ID: 'a' }, /LOQUAT_ZOOM_CLIENT_ID/],
    ]
    for (const [env, problem] of cases)
      expect(configOf(env).problems.join(), JSON.stringify(env)).toMatch(problem)
  })
})
