import type { App } from '../../../app.ts'
import type { Signup } from './join.ts'

/** Start page after accepting an invitation: the first channel of the invitation. */
export function landing({ config }: App, { channels: [first] }: Pick<Signup, 'channels'>): string {
  return config.webApp && first !== undefined ? `/c/${first.id}` : '/'
}

/** Start page of a new account. The app shows a greeting and opens the compose box. */
export function firstView(app: App, joining: Pick<Signup, 'channels'>): string {
  const there = landing(app, joining)
  return there === '/' ? there : `${there}?welcome`
}
