import { CircleQuestionMark, Ellipsis } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../components/Menu.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './FormatBar.module.css'
import { barEntries, type FormatEntry, type FormName, formEntries, menuEntries } from './format-entries.tsx'

interface Props {
  bar: RefObject<HTMLDivElement | null>
  field: RefObject<HTMLTextAreaElement | null>
  hasWidgets: boolean
  onFormat: (entry: FormatEntry) => void
  onForm: (name: FormName) => void
  onHelp: () => void
}

/** Formats that do not fit into the bar, and forms. */
export function FormatMenu({ bar, field, hasWidgets, onFormat, onForm, onHelp }: Props) {
  const text = useText()
  const [isNarrow, setNarrow] = useState(false)
  const [hasText, setHasText] = useState(false)
  const onOpenChange = () => {
    setNarrow(bar.current?.querySelector('button')?.offsetParent === null)
    setHasText(field.current?.value.trim() !== '')
  }
  const forms = formEntries.filter(({ isWholeMessage }) => hasWidgets || !isWholeMessage)
  return (
    <Menu
      side="top"
      align="start"
      label={text('compose.format.more')}
      onOpenChange={onOpenChange}
      focusAfter={() => field.current}
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
      {[...(isNarrow ? barEntries : []), ...menuEntries].map((entry) => (
        <MenuItem key={entry.name} icon={entry.icon} keys={entry.keys} onSelect={() => onFormat(entry)}>
          {text(`compose.format.${entry.name}`)}
        </MenuItem>
      ))}
      {forms.map(({ name, icon, isWholeMessage }) => (
        <MenuItem
          key={name}
          icon={icon}
          denied={isWholeMessage && hasText ? text('compose.needs.noText') : undefined}
          onSelect={() => onForm(name)}
        >
          {text(`compose.format.${name}`)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<CircleQuestionMark size={16} />} onSelect={() => setTimeout(onHelp)}>
        {text('compose.format.help')}
      </MenuItem>
    </Menu>
  )
}
