import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentSnippet } from './present.ts'
import { checkedContent, checkedTitle } from './rules.ts'
import * as store from './store.ts'

export async function createSnippet(
  app: App,
  realm: Realm,
  user: User,
  sent: { title: string; content: string },
): Promise<number> {
  const snippet = {
    title: checkedTitle(sent.title),
    content: checkedContent(sent.content),
    created_at: new Date(app.clock.now()),
  }
  return await realm.transact(async (tx) => {
    const id = await store.insertSnippet(tx, user.id, snippet)
    const saved_snippet = presentSnippet({ id, ...snippet })
    tx.publish({ type: 'saved_snippets', op: 'add', saved_snippet }, { users: [user.id] })
    return id
  })
}

/** Updates the given properties. Without any, does not even check that the snippet exists. */
export async function editSnippet(
  realm: Realm,
  user: User,
  id: number,
  sent: { title: string | undefined; content: string | undefined },
): Promise<void> {
  if (sent.title === undefined && sent.content === undefined) return
  const title = sent.title === undefined ? undefined : checkedTitle(sent.title)
  const content = sent.content === undefined ? undefined : checkedContent(sent.content)
  await realm.transact(async (tx) => {
    const before = await store.lockSnippet(tx, user.id, id)
    if (before === undefined) throw apiError('snippet-not-found')
    const after = { ...before, title: title ?? before.title, content: content ?? before.content }
    if (after.title === before.title && after.content === before.content) return
    await store.updateSnippet(tx, after)
    const saved_snippet = presentSnippet(after)
    tx.publish({ type: 'saved_snippets', op: 'update', saved_snippet }, { users: [user.id] })
  })
}

export async function deleteSnippet(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transact(async (tx) => {
    if (!(await store.deleteSnippet(tx, user.id, id))) throw apiError('snippet-not-found')
    tx.publish({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, { users: [user.id] })
  })
}
