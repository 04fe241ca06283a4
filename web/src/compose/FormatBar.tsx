import {
  Bold,
  ChartBarBig,
  Clock,
  Code,
  Ellipsis,
  EyeOff,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Sigma,
  Strikethrough,
  Table,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { arrowOf } from '../state/arrows.ts'
import type { FormatCommand } from '../state/edit-text.ts'
import { withZone } from '../state/time-choices.ts'
import { useText } from '../texts/texts.tsx'
import { applyFormat, insertBlock } from './apply-change.ts'
import styles from './FormatBar.module.css'

interface Entry {
  name: string
  icon: ReactNode
  keys?: string
  run: (area: HTMLTextAreaElement) => void
}

const command = (name: string, icon: ReactNode, does: FormatCommand, keys?: string): Entry => ({
  name,
  icon,
  ...(keys === undefined ? {} : { keys }),
  run: (area) => applyFormat(area, does),
})

const shown: readonly Entry[] = [
  command('bold', <Bold size={16} />, 'bold', 'Ctrl+B'),
  command('italic', <Italic size={16} />, 'italic', 'Ctrl+I'),
  command('strike', <Strikethrough size={16} />, 'strike'),
  command('link', <Link size={16} />, 'link', 'Ctrl+Shift+L'),
  command('code', <Code size={16} />, 'code', 'Ctrl+E'),
  command('quote', <Quote size={16} />, 'quote'),
  command('bullets', <List size={16} />, 'bullets'),
  command('numbers', <ListOrdered size={16} />, 'numbers'),
]

const table = '| A | B |\n|---|---|\n|   |   |\n'

const folded: readonly Entry[] = [
  command('spoiler', <EyeOff size={16} />, 'spoiler'),
  command('maths', <Sigma size={16} />, 'math'),
  { name: 'table', icon: <Table size={16} />, run: (area) => insertBlock(area, table, 'A') },
  {
    name: 'time',
    icon: <Clock size={16} />,
    run: (area) => insertBlock(area, `<time:${withZone(nextHour())}> `),
  },
  { name: 'poll', icon: <ChartBarBig size={16} />, run: (area) => insertBlock(area, '/poll ') },
  { name: 'todo', icon: <ListChecks size={16} />, run: (area) => insertBlock(area, '/todo ') },
]

function nextHour(): Date {
  const time = new Date()
  time.setHours(time.getHours() + 1, 0, 0, 0)
  return time
}

/** Buttons that format. One stop for the Tab key; arrows go from one to the next. Where it is narrow, all are in the menu. */
export function FormatBar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useText()
  const bar = useRef<HTMLDivElement>(null)
  const [isNarrow, setNarrow] = useState(false)
  const run = (entry: Entry) => field.current !== null && entry.run(field.current)
  const onKeyDown = (event: KeyboardEvent) => {
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
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text('compose.format.label')}
      className={styles.bar}
      onKeyDown={onKeyDown}
    >
      {shown.map((entry, index) => (
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
      <Menu
        side="top"
        align="start"
        label={text('compose.format.more')}
        onOpenChange={() => setNarrow(bar.current?.querySelector('button')?.offsetParent === null)}
        trigger={
          <IconButton
            size="small"
            tabIndex={-1}
            className={styles.more}
            label={text('compose.format.more')}
            icon={<Ellipsis size={16} />}
          />
        }
      >
        {[...(isNarrow ? shown : []), ...folded].map((entry) => (
          <MenuItem
            key={entry.name}
            icon={entry.icon}
            keys={entry.keys}
            onSelect={() => setTimeout(() => run(entry))}
          >
            {text(`compose.format.${entry.name}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
