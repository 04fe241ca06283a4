import { apiError, type LinkifierObject, type PlaygroundObject } from '@loquat/contract'
import { linkifiersOf, playgroundsOf } from '../../../directory/linkifier-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { resetSettings } from '../channel-changes/store.ts'
import { checkedLinkifier, checkedPlayground, type LinkifierTexts } from './rules.ts'
import * as store from './store.ts'

/** Changes the list and publishes all of it. */
async function changeLinkifiers<T>(
  realm: Realm,
  work: (tx: Tx, current: LinkifierObject[]) => Promise<T>,
): Promise<T> {
  return await realm.transactExclusively(async (tx) => {
    const result = await work(tx, await linkifiersOf(tx.db, realm.id))
    const realm_linkifiers = await linkifiersOf(tx.db, realm.id)
    tx.publish({ type: 'realm_linkifiers', realm_linkifiers }, { everyone: true }, { linkifiers: true })
    return result
  })
}

export async function addLinkifier(realm: Realm, texts: LinkifierTexts): Promise<number> {
  return await changeLinkifiers(realm, async (tx, current) => {
    const id = await store.insertLinkifier(tx, checkedLinkifier(texts, current))
    tx.audit({ kind: 'linkifier.added', target: { type: 'linkifier', id }, after: { ...texts } })
    return id
  })
}

export async function editLinkifier(realm: Realm, id: number, texts: LinkifierTexts): Promise<void> {
  await changeLinkifiers(realm, async (tx, current) => {
    const others = current.filter((one) => one.id !== id)
    if (others.length === current.length) throw apiError('linkifier-not-found')
    await store.updateLinkifier(tx, id, checkedLinkifier(texts, others))
    const { pattern, url_template } = current.find((one) => one.id === id) ?? {}
    const before = { pattern, url_template }
    tx.audit({ kind: 'linkifier.changed', target: { type: 'linkifier', id }, before, after: { ...texts } })
  })
}

export async function removeLinkifier(realm: Realm, id: number): Promise<void> {
  await changeLinkifiers(realm, async (tx, current) => {
    const found = current.find((one) => one.id === id)
    if (found === undefined) throw apiError('linkifier-not-found')
    await store.deleteLinkifier(tx, id)
    tx.audit({ kind: 'linkifier.removed', target: { type: 'linkifier', id }, before: { ...found } })
  })
}

export async function reorderLinkifiers(realm: Realm, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 && realm.directory.linkifiers.length === 0) return
  await changeLinkifiers(realm, async (tx, current) => {
    const known = new Set(current.map((one) => one.id))
    if (ids.length !== known.size || new Set(ids).size !== known.size || !ids.every((id) => known.has(id))) {
      throw apiError('linkifier-order-incomplete')
    }
    await store.reorder(tx, ids)
    const before = { order: current.map((one) => one.id) }
    tx.audit({ kind: 'linkifier.reordered', before, after: { order: ids } })
  })
}

async function publishPlaygrounds(tx: Tx): Promise<void> {
  const realm_playgrounds = await playgroundsOf(tx.db, tx.realmId)
  tx.publish({ type: 'realm_playgrounds', realm_playgrounds }, { everyone: true }, { linkifiers: true })
}

export async function addPlayground(
  realm: Realm,
  sent: Omit<PlaygroundObject, 'id' | 'pygments_language'>,
): Promise<number> {
  return await realm.transactExclusively(async (tx) => {
    const playground = checkedPlayground(sent, await playgroundsOf(tx.db, realm.id))
    const id = await store.insertPlayground(tx, playground)
    tx.audit({ kind: 'playground.added', target: { type: 'playground', id }, after: { ...playground } })
    await publishPlaygrounds(tx)
    return id
  })
}

/** Resets the default code language if it is that of the removed playground. */
export async function removePlayground(realm: Realm, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const found = (await playgroundsOf(tx.db, realm.id)).find((one) => one.id === id)
    if (found === undefined) throw apiError('playground-not-found')
    if (realm.directory.setting('default_code_block_language') === found.highlight_language) {
      await resetSettings(tx, ['default_code_block_language'])
      tx.audit({
        kind: 'organization.settings_changed',
        before: { default_code_block_language: found.highlight_language },
        after: { default_code_block_language: '' },
      })
      const body = {
        type: 'realm',
        op: 'update',
        property: 'default_code_block_language',
        value: '',
      } as const
      tx.publish(body, { everyone: true }, { realm: true })
    }
    await store.deletePlayground(tx, id)
    tx.audit({ kind: 'playground.removed', target: { type: 'playground', id }, before: { ...found } })
    await publishPlaygrounds(tx)
  })
}
