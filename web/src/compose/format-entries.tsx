import {
  Bold,
  ChartBarBig,
  Clock,
  Code,
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
import type { ReactNode } from 'react'
import type { FormatCommand } from '../messages/edit-text.ts'
import { applyFormat, insertBlock } from './apply-change.ts'

export type FormName = 'time' | 'poll' | 'todo'

interface LabeledEntry {
  name: string
  icon: ReactNode
  keys?: string
}
export interface FormatEntry extends LabeledEntry {
  run: (area: HTMLTextAreaElement) => void
}
export interface FormEntry extends LabeledEntry {
  name: FormName
  /** Works only as a whole message. */
  isWholeMessage: boolean
}

const command = (
  name: string,
  icon: ReactNode,
  formatCommand: FormatCommand,
  keys?: string,
): FormatEntry => ({
  name,
  icon,
  ...(keys === undefined ? {} : { keys }),
  run: (area) => applyFormat(area, formatCommand),
})

/** Buttons of the bar. */
export const barEntries: readonly FormatEntry[] = [
  command('bold', <Bold size={16} />, 'bold', 'Ctrl+B'),
  command('italic', <Italic size={16} />, 'italic', 'Ctrl+I'),
  command('strike', <Strikethrough size={16} />, 'strike', 'Ctrl+Shift+X'),
  command('link', <Link size={16} />, 'link', 'Ctrl+Shift+L'),
  command('code', <Code size={16} />, 'code', 'Ctrl+E'),
  command('quote', <Quote size={16} />, 'quote', 'Ctrl+Shift+9'),
  command('bullets', <List size={16} />, 'bullets', 'Ctrl+Shift+8'),
  command('numbers', <ListOrdered size={16} />, 'numbers', 'Ctrl+Shift+7'),
]

const table = '| A | B |\n|---|---|\n|   |   |\n'

/** Menu items that change the text immediately. */
export const menuEntries: readonly FormatEntry[] = [
  command('spoiler', <EyeOff size={16} />, 'spoiler'),
  command('math', <Sigma size={16} />, 'math'),
  { name: 'table', icon: <Table size={16} />, run: (area) => insertBlock(area, table, 'A') },
]

/** Menu items that open a form. */
export const formEntries: readonly FormEntry[] = [
  { name: 'time', icon: <Clock size={16} />, isWholeMessage: false },
  { name: 'poll', icon: <ChartBarBig size={16} />, isWholeMessage: true },
  { name: 'todo', icon: <ListChecks size={16} />, isWholeMessage: true },
]
