import { castPassword } from './cast.ts'
import type { Person, World } from './world.ts'

export interface BrowserAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  /** Where there is no JSON. */
  text: string
}

/** A browser that keeps cookies and sends the CSRF token, as the pages do. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string

  constructor(world: Pick<World, 'url'>) {
    this.#url = world.url
  }

  /** A call of the API with the session, below `/json`, or of a page. */
  async send(
    route: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<BrowserAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const token = this.cookies.get('loquat_csrf')
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token === undefined ? {} : { 'x-csrf-token': token }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: response.status, headers: response.headers, body, text }
  }

  async logIn(person: Pick<Person, 'email'>, password = castPassword): Promise<BrowserAnswer> {
    return await this.send('POST /json/sessions', { username: person.email, password })
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }
}
