import { CircleQuestionMark } from 'lucide-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { holdKeysFor } from '../keyboard/held-keys.ts'
import { arrowOf } from '../lib/arrows.ts'
import { useText } from '../texts/texts.tsx'
import { insertBlock, insertInline } from './apply-change.ts'
import styles from './FormatBar.module.css'
import { FormatMenu } from './FormatMenu.tsx'
import { barEntries, type FormatEntry, type FormName } from './format-entries.tsx'

const FormattingHelp = lazy(() =>
  import('./FormattingHelp.tsx').then((one) => ({ default: one.FormattingHelp })),
)
const TimeForm = lazy(() => import('./TimeForm.tsx').then((one) => ({ default: one.TimeForm })))
const WidgetForm = lazy(() => import('./WidgetForm.tsx').then((one) => ({ default: one.WidgetForm })))

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  /** Offers polls and to-do lists. Not while a message is edited. */
  hasWidgets?: boolean
}

/** Formatting buttons. The bar is one tab stop with arrow keys inside. Narrow windows show all of them in the menu. */
export function FormatBar({ field, hasWidgets = false }: Props) {
  const text = useText()
  const bar = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<FormName>()
  const [isHelping, setHelping] = useState(false)
  const run = ({ run: change }: FormatEntry) => {
    const area = field.current
    if (area === null) return
    area.focus()
    change(area)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // React events bubble from menus, which are portals outside the bar.
    if (!bar.current?.contains(event.target as Node)) return
    const key = arrowOf(event.key)
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])].filter(
      (one) => one.offsetParent !== null,
    )
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }
  const openForm = (name: FormName) => {
    setForm(name)
    holdKeysFor('[role="dialog"] form input')
  }
  const formProps = { onClose: () => setForm(undefined), focusAfter: () => field.current }
  const insert = (put: typeof insertBlock) => (made: string) => field.current && put(field.current, made)
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={text('compose.format.label')}
        className={styles.bar}
        onKeyDown={onKeyDown}
      >
        {barEntries.map((entry, index) => (
          <IconButton
            key={entry.name}
            size="small"
            className={styles.shown}
            tabIndex={index === 0 ? 0 : -1}
            label={text(`compose.format.${entry.name}`)}
            keys={entry.keys}
            icon={entry.icon}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(entry)}
          />
        ))}
        <FormatMenu
          bar={bar}
          field={field}
          hasWidgets={hasWidgets}
          onFormat={run}
          onForm={openForm}
          onHelp={() => setHelping(true)}
        />
        <IconButton
          size="small"
          className={styles.shown}
          tabIndex={-1}
          label={text('compose.format.help')}
          aria-haspopup="dialog"
          aria-expanded={isHelping}
          icon={<CircleQuestionMark size={16} />}
          onClick={() => setHelping(true)}
        />
        <Suspense fallback={null}>
          {isHelping && (
            <FormattingHelp
              bar={bar.current}
              onClose={() => setHelping(false)}
              focusAfter={() => field.current}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {form === 'time' && <TimeForm {...formProps} onInsert={insert(insertInline)} />}
        {(form === 'poll' || form === 'todo') && (
          <WidgetForm {...formProps} kind={form} onInsert={insert(insertBlock)} />
        )}
      </Suspense>
    </>
  )
}
