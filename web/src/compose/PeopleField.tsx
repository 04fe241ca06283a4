import { Users, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { SuggestionList } from '../components/SuggestionList.tsx'
import { useSuggestionList } from '../components/use-suggestion-list.ts'
import { Avatar } from '../people/Avatar.tsx'
import { PersonLabel } from '../people/GuestMark.tsx'
import { usePerson } from '../people/people.ts'
import { myId, org } from '../session/session.ts'
import { peopleOptions } from '../suggestions/suggest-options.ts'
import { suggestPeople } from '../suggestions/suggest-order.ts'
import { useText } from '../texts/texts.tsx'
import { firstEmptyField, requestFocus, setRecipient, useCompose } from './compose.ts'
import { groupRows } from './people-groups.tsx'
import styles from './RecipientRow.module.css'
import type { Recipient } from './recipient.ts'
import { useFocusRequest } from './use-focus-request.ts'

/** The recipients of a direct message as pills, and a field to add more. */
export function PeopleField({ to }: { to: Recipient & { kind: 'dm' } }) {
  const text = useText()
  const { userIds } = to
  const [typed, setTyped] = useState('')
  const [isListOpen, setListOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useFocusRequest('recipient', field)

  const items = useMemo(() => {
    if (!isListOpen) return []
    const chosen = new Set(userIds)
    const people = peopleOptions({ kind: 'dm', userIds: [] }, undefined).filter(
      ({ userId, isMe }) => !chosen.has(userId) && !(isMe && userIds.length > 0),
    )
    const found = suggestPeople(typed, people).map(({ userId, name, isMe }) => ({
      key: `person:${userId}`,
      add: [userId],
      icon: <Avatar userId={userId} size={20} presence />,
      label: isMe ? text('compose.yourself') : <PersonLabel userId={userId} name={name} />,
      detail: undefined as string | undefined,
    }))
    const groups = groupRows(typed, userIds, text).map((row) => ({ ...row, icon: <Users size={16} /> }))
    return [...found, ...groups].slice(0, 8)
  }, [isListOpen, typed, userIds, text])

  const set = (ids: Iterable<number>) => {
    const unique = [...new Set(ids)]
    // The reader is a recipient only of notes to self.
    const others = unique.filter((id) => id !== myId())
    setRecipient({ kind: 'dm', userIds: others.length === 0 ? unique : others })
  }
  const remove = (id: number) => {
    set(userIds.filter((other) => other !== id))
    requestFocus(firstEmptyField())
  }
  const list = useSuggestionList({
    items,
    onPick: ({ add }, by) => {
      set([...userIds, ...add])
      setTyped('')
      setListOpen(false)
      if (by === 'Tab') requestFocus('text')
    },
    onClose: () => setListOpen(false),
    isOptional: typed === '',
  })
  return (
    <div className={`${styles.field} ${styles.people}`}>
      <span className={styles.to}>{text('compose.to')}</span>
      {userIds.map((id) => (
        <PersonPill key={id} userId={id} onRemove={() => remove(id)} />
      ))}
      <input
        {...list.field}
        ref={field}
        value={typed}
        placeholder={userIds.length === 0 ? text('compose.choosePeople') : ''}
        aria-label={text('compose.people')}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value)
          setListOpen(true)
        }}
        onKeyDown={(event) => {
          if (list.onKeyDown(event)) return
          if (event.key === 'Backspace' && typed === '' && userIds.length > 0) set(userIds.slice(0, -1))
          else if (event.key === 'ArrowDown') setListOpen(true)
          else if (event.key === 'Enter') {
            event.preventDefault()
            if (useCompose.getState().to.kind === 'dm' && userIds.length > 0) requestFocus('text')
          }
        }}
        onClick={() => setListOpen(true)}
        onBlur={() => {
          setListOpen(false)
          setTyped('')
        }}
      />
      <SuggestionList {...list.list} side="top" label={text('compose.people')} />
    </div>
  )
}

function PersonPill({ userId, onRemove }: { userId: number; onRemove: () => void }) {
  const text = useText()
  const person = usePerson(userId)
  const name = userId === org().user_id ? text('compose.yourself') : (person?.full_name ?? '?')
  return (
    <span className={styles.pill}>
      <Avatar userId={userId} size={20} />
      <span dir="auto">{name}</span>
      <button type="button" aria-label={text('compose.removePerson', { name })} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
