import type { App } from '../../../app.ts'
import type { Joining } from './join.ts'

/** Where those begin who were invited: in the first channel that they were invited to. */
export function landing({ config }: App, { channels: [first] }: Pick<Joining, 'channels'>): string {
  return config.webApp && first !== undefined ? `/c/${first.id}` : '/'
}

/** The same for whoever has just joined. The app greets them, and opens the box to write in. */
export function firstView(app: App, joining: Pick<Joining, 'channels'>): string {
  const there = landing(app, joining)
  return there === '/' ? there : `${there}?welcome`
}
