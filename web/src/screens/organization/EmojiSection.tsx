import type { CustomEmojiObject } from '@loquat/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { compareNames } from '../../lib/collation.ts'
import { memoized } from '../../lib/memoized.ts'
import { peopleById } from '../../people/people.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { removeEmoji } from '../../settings/org-lists.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { ReadOnlyNote } from '../forms/Setting.tsx'
import { NewEmoji } from './NewEmoji.tsx'
import styles from './Organization.module.css'

const activeEmoji = memoized(
  (org) => [org.realm_emoji],
  ({ realm_emoji: emoji = {} }) =>
    Object.values(emoji)
      .filter((one) => !one.deactivated)
      .sort((a, b) => compareNames(a.name, b.name)),
)

export function EmojiSection() {
  const text = useText()
  const emoji = useOrg(activeEmoji)
  const people = useOrg(peopleById)
  const mayAdd = useIsAllowed({ kind: 'add-emoji' })
  const [doomed, setDoomed] = useState<CustomEmojiObject>()
  return (
    <>
      {mayAdd ? <NewEmoji taken={emoji} /> : <ReadOnlyNote>{text('organization.emoji.denied')}</ReadOnlyNote>}
      <ul className={lists.list}>
        {emoji.map((one) => (
          <li key={one.id} className={lists.row}>
            <img className={styles.emoji} src={one.source_url} alt="" loading="lazy" />
            <span className={lists.main}>
              <span className={lists.name} dir="auto">
                :{one.name}:
              </span>
              <div className={lists.soft} dir="auto">
                {one.author_id === null ? '' : people.get(one.author_id)?.full_name}
              </div>
            </span>
            <IconButton
              label={text('organization.emoji.remove', { name: one.name })}
              icon={<Trash2 size={17} />}
              denied={
                isAllowed({ kind: 'remove-emoji', authorId: one.author_id })
                  ? undefined
                  : text('organization.emoji.notYours')
              }
              onClick={() => setDoomed(one)}
            />
          </li>
        ))}
      </ul>
      {emoji.length === 0 && <p className={lists.nothing}>{text('organization.emoji.none')}</p>}
      {doomed !== undefined && (
        <Confirm
          title={text('organization.emoji.removeTitle', { name: doomed.name })}
          body={text('organization.emoji.removeBody')}
          action={text('common.remove')}
          onConfirm={async () => showProblemToast(await removeEmoji(doomed.name))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}
