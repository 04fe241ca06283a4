import { createWorld, eventually } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addApp, connect } from '../features/administration/oauth/testing/connect.ts'
import { runAdmin } from './main.ts'
import { admin, adminConfig } from './testing/import-world.ts'

describe('npm run admin -- app', () => {
  it('lists apps and who connected them, disconnects one person or deletes an app, and is recorded', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const calendar = await addApp(world)
    const notes = await addApp(world, { name: 'Notes' })
    const ofCarol = await connect(world, carol, calendar, { scope: 'users:read' })
    await connect(world, carol, calendar, { scope: 'messages:read users:read' })
    const ofDave = await connect(world, dave, calendar, { scope: 'users:read' })

    expect(await admin(world, 'app', 'list')).toMatchObject({
      apps: [
        { app_id: notes.id, name: 'Notes', people: 0 },
        { app_id: calendar.id, client_id: calendar.clientId, people: 2, registered_itself: false },
      ],
    })
    const app = ['--app', String(calendar.id)]
    const connected = async () => (await admin(world, 'app', 'list', ...app)).people
    expect(await connected()).toEqual([
      expect.objectContaining({ email: carol.email, scopes: ['messages:read', 'users:read'] }),
      expect.objectContaining({ email: dave.email, scopes: ['users:read'] }),
    ])
    const { text } = await runAdmin(['app', 'list', ...app], adminConfig(world))
    expect(text).toMatch(
      /^carol@example\.com {2}since \d{4}-\d\d-\d\d {2}last use .* {2}messages:read users:read\n/,
    )
    expect((await runAdmin(['app', 'list'], adminConfig(world))).text).toContain('Calendar  2 people  ')

    await ofCarol.api.getOwnUser()
    const person = ['--email', carol.email]
    expect(await admin(world, 'app', 'disconnect', ...app, ...person)).toMatchObject({ exitCode: 0 })
    await eventually(async () => expect(ofCarol.api.getOwnUser()).rejects.toMatchObject({ status: 401 }))
    await ofDave.api.getOwnUser()
    expect(await connected()).toEqual([expect.objectContaining({ user_id: dave.id })])
    expect(await admin(world, 'app', 'delete', ...app)).toMatchObject({ exitCode: 0, name: 'Calendar' })
    await eventually(async () => expect(ofDave.api.getOwnUser()).rejects.toMatchObject({ status: 401 }))

    for (const [args, problem] of [
      [['delete', ...app], `There is no app ${calendar.id}.`],
      [['delete', '--app', 'x'], 'There is no app x.'],
      [['delete'], '--app ID is needed.'],
      [['disconnect', '--app', String(notes.id), '--email', 'x@y.z'], 'Nobody here has the address x@y.z.'],
      [['disconnect', '--app', String(notes.id), ...person], 'is not connected'],
    ] as const) {
      const refused = await admin(world, 'app', ...args)
      expect(refused, problem).toMatchObject({ exitCode: 1, error: expect.stringContaining(problem) })
    }
    const { entries } = await alice.api.getAuditLog({ kinds: ['app.disconnected', 'app.deleted'] })
    expect(entries).toMatchObject([
      {
        kind: 'app.deleted',
        actor_id: null,
        credential: 'command_line',
        credential_id: 'app delete',
        target_id: calendar.id,
        before: { people: 1 },
      },
      {
        kind: 'app.disconnected',
        actor_id: null,
        credential: 'command_line',
        credential_id: 'app disconnect',
        before: { user_id: carol.id, connections: 2 },
      },
    ])
  })
})
