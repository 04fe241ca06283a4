type Env = Readonly<Record<string, string | undefined>>

/** A STUN or TURN server, as browsers take it. */
export interface IceServer {
  urls: string[]
  username?: string
  credential?: string
}

/** A TURN server that accepts credentials signed with a shared secret. */
export interface TurnServer {
  urls: string[]
  secret: string
}

export interface BigBlueButton {
  /** The address of the API, with a trailing slash. */
  url: string
  secret: string
}

export interface Zoom {
  clientId: string
  clientSecret: string
  /** Set for a server-to-server app, which creates meetings for all accounts; otherwise each user connects Zoom. */
  accountId: string | undefined
  /** Addresses without a trailing slash; tests replace them. */
  loginUrl: string
  apiUrl: string
}

export interface CallsConfig {
  /** Calls between browsers, without another service. */
  calls: boolean
  iceServers: IceServer[]
  turn: TurnServer | undefined
  /** The default Jitsi server; undefined for none. */
  jitsiUrl: string | undefined
  bigBlueButton: BigBlueButton | undefined
  zoom: Zoom | undefined
}

const maxIceServers = 10
const maxUrls = 10
const iceUrl = /^(stun|stuns|turn|turns):[\w.:[\]-]{1,253}(\?transport=(udp|tcp))?$/
const turnUrl = /^turns?:/

export function callsConfigFrom(env: Env, problems: string[]): CallsConfig {
  const word = (name: string, fallback = '') => env[name]?.trim() || fallback
  const calls = word('LOQUAT_CALLS', 'on')
  if (calls !== 'on' && calls !== 'off') problems.push(`LOQUAT_CALLS must be "on" or "off", not "${calls}".`)
  return {
    calls: calls === 'on',
    iceServers: iceServersFrom(word('LOQUAT_ICE_SERVERS'), problems),
    turn: turnFrom(word('LOQUAT_TURN_URLS'), word('LOQUAT_TURN_SECRET'), problems),
    jitsiUrl: jitsiFrom(word('LOQUAT_JITSI_URL', 'https://meet.jit.si'), problems),
    bigBlueButton: bigBlueButtonFrom(
      word('LOQUAT_BIGBLUEBUTTON_URL'),
      word('LOQUAT_BIGBLUEBUTTON_SECRET'),
      problems,
    ),
    zoom: zoomFrom(
      word('LOQUAT_ZOOM_CLIENT_ID'),
      word('LOQUAT_ZOOM_CLIENT_SECRET'),
      word('LOQUAT_ZOOM_ACCOUNT_ID'),
      problems,
    ),
  }
}

function iceServersFrom(text: string, problems: string[]): IceServer[] {
  if (text === '') return []
  const servers = parsedServers(text)
  if (servers === undefined) {
    problems.push(
      'LOQUAT_ICE_SERVERS must be a JSON array such as [{"urls": "stun:stun.example.com:3478"}], with at most ' +
        `${maxIceServers} servers and addresses that begin with stun:, stuns:, turn: or turns:.`,
    )
  }
  return servers ?? []
}

function parsedServers(text: string): IceServer[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value) || value.length > maxIceServers) return undefined
    const servers = value.map(parsedServer)
    return servers.some((server) => server === undefined) ? undefined : (servers as IceServer[])
  } catch {
    return undefined
  }
}

function parsedServer(value: unknown): IceServer | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { urls, username, credential, ...rest } = value as Record<string, unknown>
  const list = Array.isArray(urls) ? urls : [urls]
  const isValid =
    Object.keys(rest).length === 0 &&
    list.length > 0 &&
    list.length <= maxUrls &&
    list.every((url) => typeof url === 'string' && iceUrl.test(url)) &&
    (username === undefined || typeof username === 'string') &&
    (credential === undefined || typeof credential === 'string')
  if (!isValid) return undefined
  return {
    urls: list as string[],
    ...(username === undefined ? {} : { username: username as string }),
    ...(credential === undefined ? {} : { credential: credential as string }),
  }
}

function turnFrom(text: string, secret: string, problems: string[]): TurnServer | undefined {
  const urls = text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (urls.length === 0 && secret === '') return undefined
  if (urls.length === 0 || secret === '') {
    problems.push('LOQUAT_TURN_URLS and LOQUAT_TURN_SECRET belong together: set both or none.')
  }
  if (urls.length > maxUrls || urls.some((url) => !iceUrl.test(url) || !turnUrl.test(url))) {
    problems.push(
      'LOQUAT_TURN_URLS must list addresses such as turn:turn.example.com:3478, separated by commas.',
    )
  }
  return { urls, secret }
}

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function jitsiFrom(text: string, problems: string[]): string | undefined {
  if (text === 'off') return undefined
  if (!isWebUrl(text))
    problems.push(`LOQUAT_JITSI_URL must be an http or https address or "off", not "${text}".`)
  return text.replace(/\/+$/, '')
}

function bigBlueButtonFrom(url: string, secret: string, problems: string[]): BigBlueButton | undefined {
  if (url === '' && secret === '') return undefined
  if (url === '' || secret === '') {
    problems.push(
      'LOQUAT_BIGBLUEBUTTON_URL and LOQUAT_BIGBLUEBUTTON_SECRET belong together: set both or none.',
    )
  } else if (!isWebUrl(url)) {
    problems.push(`LOQUAT_BIGBLUEBUTTON_URL must be an http or https address, not "${url}".`)
  }
  return { url: `${url.replace(/\/+$/, '')}/`, secret }
}

function zoomFrom(
  clientId: string,
  clientSecret: string,
  accountId: string,
  problems: string[],
): Zoom | undefined {
  if (clientId === '' && clientSecret === '' && accountId === '') return undefined
  if (clientId === '' || clientSecret === '') {
    problems.push('LOQUAT_ZOOM_CLIENT_ID and LOQUAT_ZOOM_CLIENT_SECRET belong together: set both or none.')
  }
  return {
    clientId,
    clientSecret,
    accountId: accountId || undefined,
    loginUrl: 'https://zoom.us',
    apiUrl: 'https://api.zoom.us',
  }
}
