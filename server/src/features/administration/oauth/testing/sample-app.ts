import type { World } from '@loquat/devkit'
import { addApp, connect } from './connect.ts'

/** Registers an app that Alice has connected, for the examples of the documentation. */
export async function connectSampleApp(world: World, number: () => Promise<unknown>): Promise<void> {
  await number()
  const app = await addApp(world, {
    name: 'Harvest plan',
    description: 'Plans the harvest.',
    scopes: ['messages:read'],
    is_confidential: true,
  })
  await connect(world, world.alice, app, { scope: 'messages:read' })
}
