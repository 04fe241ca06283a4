import type { Visit } from '../../pages/pages.ts'

/** Nobody wanted to go to these before they had to log in. */
const elsewhere =
  /^\/(api|json|login|logout|accounts|join|reset|confirm-email|unsubscribe|reactivate)(?![^/?#])/

/** Where somebody wanted to go before they had to log in. Only places here: a link must not lead them away. */
export function nextOf({ query }: Pick<Visit, 'query'>): string {
  const next = query.get('next') ?? ''
  const isHere = /^\/(?![/\\])/.test(next) && !/[\r\n\t]/.test(next)
  return isHere && !elsewhere.test(next) ? next : '/'
}
