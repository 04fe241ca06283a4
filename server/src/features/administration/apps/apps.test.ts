import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addApp, callback } from '../oauth/testing/connect.ts'

describe('Apps', () => {
  it('are registered, changed and deleted by administrators, and recorded', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const app = await addApp(world, { is_confidential: true, homepage_url: 'https://app.example' })
    expect(app.secret).toMatch(/^lqs_[a-z2-7]{40}$/)
    expect((await bob.api.getApps()).apps).toMatchObject([
      { app_id: app.id, client_id: app.clientId, name: 'Calendar', redirect_uris: [callback], people: 0 },
    ])
    for (const call of [
      () => carol.api.getApps(),
      () => carol.api.registerApp({ name: 'x', redirect_uris: [callback], scopes: ['messages:read'] }),
      () => carol.api.updateApp({ app_id: app.id, name: 'x' }),
      () => carol.api.replaceAppSecret({ app_id: app.id }),
      () => carol.api.deleteApp({ app_id: app.id }),
      () => carol.api.getAllTokens({}),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    await bob.api.updateApp({ app_id: app.id, name: ' Plan ', redirect_uris: ['https://new.example/'] })
    await bob.api.replaceAppSecret({ app_id: app.id })
    const open = await addApp(world, { name: 'Open' })
    expect(open.secret).toBeNull()
    await expect(bob.api.replaceAppSecret({ app_id: open.id })).rejects.toMatchObject(
      withReason('app-without-secret'),
    )
    await bob.api.deleteApp({ app_id: app.id })
    for (const call of [
      () => bob.api.updateApp({ app_id: app.id, name: 'x' }),
      () => bob.api.replaceAppSecret({ app_id: app.id }),
      () => bob.api.deleteApp({ app_id: app.id }),
    ]) {
      await expect(call()).rejects.toMatchObject(withReason('app-not-found'))
    }
    const { entries } = await alice.api.getAuditLog({})
    expect(
      entries
        .filter((entry) => entry.target_id === app.id && entry.target_type === 'app')
        .map(({ kind }) => kind),
    ).toEqual(['app.deleted', 'app.secret_replaced', 'app.changed', 'app.registered'])
    expect(entries.find(({ kind }) => kind === 'app.changed')).toMatchObject({
      before: { name: 'Calendar' },
      after: { name: 'Plan' },
    })
  })

  it('have a name, https addresses and safe redirect URIs', async () => {
    const world = await createWorld()
    for (const [changes, reason] of [
      [{ name: ' ' }, withReason('app-name-invalid', { max: 60 })],
      [{ description: 'x'.repeat(501) }, withReason('app-description-too-long', { max: 500 })],
      [
        { homepage_url: 'javascript:alert(1)' },
        withReason('app-url-invalid', { url: 'javascript:alert(1)' }),
      ],
      [{ logo_url: 'http://a.example' }, withReason('app-url-invalid', { url: 'http://a.example' })],
      [{ redirect_uris: [] }, withReason('app-redirect-uris-empty')],
      [{ scopes: [] }, withReason('app-scopes-empty')],
    ] as const) {
      await expect(addApp(world, changes as object)).rejects.toMatchObject(reason)
    }
    for (const uri of [
      'https://a.example/#x',
      'https://u:p@a.example/',
      '/callback',
      'https://a.example/\\x',
      'x',
    ]) {
      await expect(addApp(world, { redirect_uris: [uri] }), uri).rejects.toMatchObject(
        withReason('app-redirect-uri-invalid', { uri }),
      )
    }
    for (const uri of ['http://a.example/', 'javascript:alert(1)', 'myapp:/x', 'data:text/html,x']) {
      await expect(addApp(world, { redirect_uris: [uri] }), uri).rejects.toMatchObject(
        withReason('app-redirect-uri-scheme-denied', { uri }),
      )
    }
    const redirect_uris = ['com.example.app:/x']
    await expect(addApp(world, { redirect_uris, is_confidential: true })).rejects.toMatchObject(
      withReason('app-redirect-uri-scheme-denied', { uri: 'com.example.app:/x' }),
    )
    await addApp(world, { redirect_uris })
  })
})

describe('The tokens of everyone', () => {
  it('are listed for administrators in pages, and revoked', async () => {
    const world = await createWorld()
    const { bob, carol, dave } = world
    const first = await carol.api.createToken({ name: 'First', read_only: true })
    const second = await dave.api.createToken({ name: 'Second' })
    const page = await bob.api.getAllTokens({ limit: 1 })
    expect(page).toMatchObject({
      tokens: [{ token_id: second.token_id, user_id: dave.id }],
      found_oldest: false,
    })
    const rest = await bob.api.getAllTokens({ before: second.token_id })
    expect(rest).toMatchObject({
      tokens: [{ token_id: first.token_id, user_id: carol.id, read_only: true }],
      found_oldest: true,
    })
    await bob.api.revokeToken({ token_id: first.token_id })
    expect((await bob.api.getAllTokens({})).tokens.map((token) => token.name)).toEqual(['Second'])
  })
})
