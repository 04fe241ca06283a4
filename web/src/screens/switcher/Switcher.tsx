import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import { Keys } from '../../components/Keys.tsx'
import { composeTo, openCompose } from '../../compose/compose.ts'
import { go } from '../../keyboard/target.ts'
import { addressOf } from '../../navigation/router.ts'
import { closeDialogs } from '../../shell/dialogs.ts'
import type { SwitcherItem } from '../../switcher/switcher-items.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Switcher.module.css'
import { SwitcherOption } from './SwitcherOption.tsx'
import { useSwitcherItems } from './use-switcher-items.ts'

/** Quick switcher: one field to go anywhere. */
export function Switcher() {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const items = useSwitcherItems(typed)
  const current = items[Math.min(active, items.length - 1)]

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, items])

  const take = (item: SwitcherItem | undefined, how: 'open' | 'write' | 'tab') => {
    if (item === undefined || item.denied !== undefined) return
    if (how === 'tab') {
      if (item.view !== undefined) window.open(addressOf(item.view), '_blank')
      return
    }
    closeDialogs()
    if (how === 'write' && item.conversation !== undefined) composeTo(item.conversation)
    else if (how === 'write' && item.kind === 'channel')
      openCompose({ to: { kind: 'topic', channelId: item.channelId, topic: '' } })
    else if (item.view !== undefined) go(item.view)
    // The target of the command gets its focus back after the dialog has closed.
    else setTimeout(() => item.command?.run?.(), 50)
  }
  // Stable, so that unchanged options are not rendered again with every letter.
  const latest = useRef(take)
  latest.current = take
  const pick = useCallback((item: SwitcherItem, how: 'open' | 'tab') => latest.current(item, how), [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      setActive((Math.min(active, items.length - 1) + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      take(current, event.ctrlKey || event.metaKey ? 'tab' : event.shiftKey ? 'write' : 'open')
    } else if (event.key === 'Escape') closeDialogs()
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={text('switcher.title')} bare onClose={closeDialogs}>
      <input
        className={styles.field}
        autoFocus
        role="combobox"
        aria-label={text('switcher.title')}
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-activedescendant={current === undefined ? undefined : `${id}-${items.indexOf(current)}`}
        placeholder={text('switcher.placeholder')}
        value={typed}
        dir="auto"
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} role="listbox" id={id} aria-label={text('switcher.title')} ref={list}>
        {items.map((item, index) => (
          <SwitcherOption
            key={item.key}
            id={`${id}-${index}`}
            item={item}
            index={index}
            isActive={item === current}
            onHover={setActive}
            onPick={pick}
          />
        ))}
        {items.length === 0 && <p className={styles.none}>{text('switcher.none')}</p>}
      </div>
      <footer className={styles.footer} aria-hidden="true">
        <Keys keys="Enter" /> {text('switcher.open')}
        <Keys keys="Shift+Enter" /> {text('switcher.write')}
        <span className={styles.wide}>
          <Keys keys="Ctrl+Enter" /> {text('switcher.newTab')}
        </span>
        <span className={styles.hint}>{text('switcher.hint')}</span>
      </footer>
      <span className="hidden-visually" role="status">
        {text('switcher.results', { count: items.length })}
      </span>
    </Dialog>
  )
}
